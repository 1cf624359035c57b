import type { Doc } from '#src/store/store.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { breath } from '../support/time/virtual-env.js';
import { add, type Bench, describeActors, startTallies, value } from './tally.js';

describeActors('actors come and go', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;
  const start = async (options: Parameters<typeof startTallies>[1] = {}) => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store, options);
  };
  /** Passes time in small steps until so many actors are left. */
  const passUntil = async (active: number, withinMs: number) => {
    for (let passed = 0; passed < withinMs && bench.system.activeCount > active; passed += 100) {
      await bench.env.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // What is being written when the virtual time is over takes as long as the real store takes.
    const giveUpAt = performance.now() + 5_000;
    while (bench.system.activeCount > active && performance.now() < giveUpAt) await bench.env.advance(0).then(breath);
    return bench.system.activeCount;
  };
  afterEach(() => bench.env.until(bench.system.stop()));

  it('leave memory when they were idle long enough, with a checkpoint, and come back as they were', async () => {
    await start({ idleMs: 5_000 });
    await bench.ask('a', add(3));
    await bench.env.advance(4_000);
    expect(bench.system.activeCount).toBe(1);
    expect(await passUntil(0, 60_000)).toBe(0);
    expect(await store.get('meta', 'tally:a')).toMatchObject({ total: 3, rev: 1 });
    expect(value(await bench.ask('a', { type: 'total' }))).toBe(3);
    expect(bench.kind.loads).toBe(2);
  });

  it('stay while somebody talks to them', async () => {
    await start({ idleMs: 2_000 });
    for (let n = 0; n < 6; n += 1) {
      await bench.ask('a', add(1));
      await bench.env.advance(1_000);
    }
    expect(bench.kind.loads).toBe(1);
  });

  it('stay when somebody comes while the checkpoint is written', async () => {
    await start({ idleMs: 1_000 });
    await bench.ask('a', add(1));
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'write');
    await bench.env.advance(3_000);
    await poll(() => barrier.arrived > 0, { until: 'the checkpoint is on its way' });
    const asked = bench.ask('a', add(1));
    barrier.open();
    expect(value(await asked)).toBe(2);
    expect(bench.kind.loads).toBe(1);
  });

  const loaded = async (...ids: string[]) => {
    const { loads } = bench.kind;
    for (const id of ids) await bench.ask(id, { type: 'total' });
    return bench.kind.loads - loads;
  };
  const addToEach = async (ids: string[]) => {
    for (const id of ids) {
      await bench.ask(id, add(1));
      await bench.env.advance(10);
    }
  };

  it('over the memory budget leave in the order in which they were last used', async () => {
    await start({ budgetBytes: 3_000 });
    await addToEach(['a', 'b', 'c', 'd']);
    await bench.ask('a', { type: 'total' });
    expect(await passUntil(3, 20_000)).toBe(3);
    expect(await loaded('a', 'c', 'd')).toBe(0);
    expect(await loaded('b')).toBe(1);
  });

  it('stay over the memory budget while they are in use, up to half of it more', async () => {
    await start({ budgetBytes: 3_000 });
    await addToEach(['a', 'b', 'c', 'd']);
    for (let second = 0; second < 30; second += 1) {
      await bench.env.advance(1_000);
      expect(await loaded('a', 'b', 'c', 'd')).toBe(0);
    }
  });

  it('keep most of those in use where more are than fit, asked one after the other', async () => {
    await start({ budgetBytes: 6_000 });
    const ids = Array.from({ length: 12 }, (_, nth) => `n${nth}`);
    await addToEach(ids);
    expect(await passUntil(9, 5_000)).toBe(9);
    let loads = 0;
    for (let round = 0; round < 10; round += 1) {
      loads += await loaded(...ids);
      await passUntil(9, 5_000);
    }
    expect(loads).toBe(10 * 3);
  });

  it('leave a few at a time when many have to', async () => {
    await start({ budgetBytes: 10_000 });
    const ids = Array.from({ length: 200 }, (_, nth) => `m${nth}`);
    await Promise.all(ids.map((id) => bench.ask(id, add(1))));
    // The store is slow: several sweeps find the checkpoints of the first one still unwritten.
    const barrier = new Barrier();
    store.fault = barrier.at(({ op }) => op === 'write');
    for (let passed = 0; passed < 5_000; passed += 100) await bench.env.advance(100).then(breath);
    expect(bench.system.activeCount).toBe(200);
    barrier.open();
    expect(await passUntil(15, 5_000)).toBe(15);
    await bench.env.advance(2_000);
    const checkpoints = () => store.calls.flatMap((call) => (call.op === 'write' ? [call.writes.length] : []));
    expect(bench.system.activeCount).toBe(15);
    expect(Math.max(...checkpoints())).toBeLessThanOrEqual(64);
  });

  it('hold more than the budget rather than drop what is on its way', async () => {
    await start({ budgetBytes: 500 });
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = bench.ask('a', add(1));
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    await bench.env.advance(2_000);
    expect(bench.system.activeCount).toBe(1);
    barrier.open();
    expect(value(await asked)).toBe(1);
  });
});

describeActors('stopping', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
    await bench.ask('a', add(1));
  });
  const numbers = async (id: string) =>
    (await store.range<Doc & { n: number }>('log', { index: '_id', gt: `${id}:`, lt: `${id};` })).map(({ n }) => n);

  it('finishes what was taken, writes checkpoints, and refuses what comes later', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const taken = [bench.ask('a', add(2)), bench.ask('b', add(3)), bench.ask('b', { type: 'total' })];
    const stopped = bench.system.stop();
    expect(await bench.ask('a', add(4))).toEqual({ ok: false, code: 'unavailable', retryAfterMs: 1_000 });
    barrier.open();
    await bench.env.until(stopped);
    expect((await Promise.all(taken)).map(value)).toEqual([3, 3, 3]);
    expect(bench.system.activeCount).toBe(0);
    expect(await store.get('meta', 'tally:a')).toMatchObject({ total: 3, rev: 2 });
  });

  it('carries out what one actor tells another on the way', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = bench.ask('a', { type: 'add_and_tell', n: 7, to: 'b' });
    const stopped = bench.system.stop();
    barrier.open();
    expect(value(await asked)).toBe(8);
    await bench.env.until(stopped);
    expect(await numbers('b')).toEqual([7]);
  });

  it('answers everybody although the store has gone silent for good', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = bench.ask('a', add(2));
    const stopped = bench.system.stop();
    expect(await bench.env.until(asked)).toMatchObject({ ok: false, code: 'unavailable' });
    barrier.open();
    await bench.env.until(stopped);
    expect(await numbers('a')).toEqual([1, 2]);
  });

  it('leaves no timer behind', async () => {
    await bench.env.until(bench.system.stop());
    const before = bench.env.timers;
    await bench.env.advance(60_000);
    expect([before, bench.env.timers]).toEqual([0, 0]);
  });
});
