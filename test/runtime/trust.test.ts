/** A node that does not know for a moment whether it may still answer: the store is quicker than the lease table. */
import type { ActorKind } from '#actors/runtime/kind.js';
import { type Ownership, soleOwnership } from '#actors/runtime/ownership.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { breath } from '../support/time/virtual-env.js';
import { add, type Bench, describeActors, startTallies, type TallyCommand, type TallyState, value } from './tally.js';

describeActors('while a node may not trust its lease, what its actors say', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;
  let isTrusted: boolean;
  let barrier: Barrier;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    isTrusted = true;
    const owner: Ownership = { ...soleOwnership('one'), holds: () => isTrusted };
    bench = startTallies(store, { owner });
    Object.assign(bench.kind, { wake: { type: 'total' } });
    await bench.ask('a', add(1));
    barrier = new Barrier();
    store.fault = barrier.at(isAppend);
  });
  afterEach(() => {
    isTrusted = true;
    return bench.env.until(bench.system.stop());
  });

  /** Their entries become durable while nothing may leave. */
  async function askUntrusted(commands: TallyCommand[]): Promise<unknown[]> {
    const left: unknown[] = [];
    for (const command of commands) void bench.ask('a', command).then((answer) => left.push(value(answer)));
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    isTrusted = false;
    barrier.open();
    await poll(async () => (await store.range('log', { index: '_id', gt: 'a:', lt: 'a;', limit: 9 })).length > 1, {
      until: 'the entry is durable',
    });
    await breath();
    return left;
  }

  it('waits, and leaves in order once it may again: answers, and what those who follow are told', async () => {
    const items: unknown[] = [];
    bench.system.streams('tally').watch('a', (item) => items.push(item));
    const left = await askUntrusted([add(2), { type: 'total' }, { type: 'refuse' }]);
    await bench.env.advance(2_000);
    expect([left, items]).toEqual([[], []]);
    isTrusted = true;
    await bench.env.advance(600);
    await poll(() => left.length === 3, { until: 'all are answered' });
    expect(left).toEqual([3, 3, 'not_allowed']);
    expect(items).toEqual([{ seq: 2, n: 2 }]);
  });

  it('waits too where it is a load that has something to announce', async () => {
    const { kind, system, env } = bench;
    const load = kind.load.bind(kind);
    const item = { seq: 1, isPlace: true };
    let isLoaded = false;
    kind.load = async (id, io) => {
      const loaded = await load(id, io);
      isLoaded = true;
      return { ...loaded, outputs: [{ to: 'stream', item }] };
    };
    const items: unknown[] = [];
    system.streams('tally').watch('b', (told) => items.push(told));
    isTrusted = false;
    void bench.ask('b', { type: 'total' });
    await poll(() => isLoaded, { until: 'it is loaded' });
    await breath();
    await env.advance(1_000);
    expect(items).toEqual([]);
    isTrusted = true;
    await env.advance(1_000);
    await poll(() => items.length === 1, { until: 'it is announced' });
    expect(items).toEqual([item]);
  });

  it('is waited for no longer than whoever asked has time', async () => {
    const left = await askUntrusted([add(2), { type: 'total' }]);
    await bench.env.advance(10_600);
    expect(left).toEqual(['unavailable', 'unavailable']);
  });

  it('is given up when the actor turns out to be somebody else’s', async () => {
    const left = await askUntrusted([add(2)]);
    bench.system.evict(() => true);
    await breath();
    expect(left).toEqual(['unavailable']);
  });

  it('is given up at once when the actor is on its way out: a hand-over does not wait for trust', async () => {
    const left = await askUntrusted([add(2)]);
    const startedAt = bench.env.monotonic();
    await bench.env.until(bench.system.drain(() => true, 5_000));
    expect(bench.env.monotonic() - startedAt).toBeLessThan(100);
    expect([left, bench.system.activeCount]).toEqual([['unavailable'], 0]);
  });

  it('does not keep a node that stops', async () => {
    const left = await askUntrusted([add(2)]);
    await bench.env.until(bench.system.stop());
    expect([left, bench.system.activeCount]).toEqual([['unavailable'], 0]);
  });

  it('does not keep an actor from being loaded again', async () => {
    const left = await askUntrusted([add(2), { type: 'break' }, { type: 'total' }]);
    isTrusted = true;
    await bench.env.advance(600);
    await poll(() => left.length === 3, { until: 'all are answered' });
    expect(left).toEqual(['internal_error', 3, 3]);
  });

  it('is told to the next memory as not announced, though it is durable', async () => {
    const { kind, system } = bench;
    const load = kind.load.bind(kind);
    const announced: unknown[] = [];
    let durable = 1;
    const asKind: ActorKind<TallyState, TallyCommand> = kind;
    asKind.positionOf = () => durable;
    asKind.settled = () => void (durable += 1);
    asKind.load = (id, io, unsettled) => {
      announced.push(unsettled?.announcedTo);
      return load(id, io);
    };
    system.evict(() => true);
    await bench.ask('a', { type: 'total' });
    await askUntrusted([add(2)]);
    expect(durable).toBe(2);
    system.evict(() => true);
    isTrusted = true;
    await bench.ask('a', { type: 'total' });
    expect(announced).toEqual([undefined, 1]);
  });
});
