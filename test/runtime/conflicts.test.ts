import { DECISIONS_MAX } from '#actors/runtime/settle.js';
import { logId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { Barrier, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { add, type Bench, describeActors, startTallies, value } from './tally.js';

describeActors('a lost seq', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
    await bench.ask('a', add(0));
  });
  afterEach(async () => {
    store.fault = () => undefined;
    await bench.env.until(bench.system.stop());
  });

  let foreign = 0;
  /** Another owner writes the entry that comes next. */
  const writeForeign = async (seq: number, n = 100) => {
    foreign += 1;
    await store.append([{ _id: logId('a', seq), room: 'a', commit: `foreign ${foreign}`, n, owner: 'two' }]);
  };
  const numbers = async () =>
    (await store.range<Doc & { n: number }>('log', { index: '_id', gt: 'a:', lt: 'a;' })).map(({ n }) => n);

  it('makes the actor load again and decide again, on what the other wrote', async () => {
    await writeForeign(2);
    expect(value(await bench.ask('a', add(1)))).toBe(101);
    expect(bench.kind.loads).toBe(2);
    expect(bench.kind.attempts).toEqual([0, 0, 1]);
  });

  it('keeps the order of all that was decided and all that waited', async () => {
    await writeForeign(2);
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const early = [bench.ask('a', add(1)), bench.ask('a', { type: 'total' }), bench.ask('a', add(2))];
    await poll(() => barrier.arrived > 0, { until: 'the first append is on its way' });
    const late = [bench.ask('a', add(3)), bench.ask('a', { type: 'total' })];
    barrier.open();
    expect((await Promise.all([...early, ...late])).map(value)).toEqual([101, 101, 103, 106, 106]);
    expect(await numbers()).toEqual([0, 100, 1, 2, 3]);
  });

  it('never lets an answer out that was made on the memory that is thrown away', async () => {
    await writeForeign(2, 500);
    const items: unknown[] = [];
    bench.system.streams('tally').watch('a', (item) => items.push(item));
    const answers = await Promise.all([bench.ask('a', add(1)), bench.ask('a', { type: 'total' })]);
    expect(answers.map(value)).toEqual([501, 501]);
    expect(items).toEqual([{ seq: 3, n: 1 }]);
  });

  it('again and again ends in `unavailable`, after a bounded number of decisions', async () => {
    let next = 2;
    const original = store.fault;
    store.fault = async (call, phase) => {
      if (call.op !== 'append' || phase !== 'before' || call.entries[0]?.owner !== 'one') return;
      store.fault = original;
      await writeForeign(next);
      next += 1;
      store.fault = intrude;
    };
    const intrude = store.fault;
    const answer = await bench.env.until(bench.ask('a', add(1)));
    expect(answer).toEqual({ ok: false, code: 'unavailable', retryAfterMs: 1_000 });
    expect(bench.kind.attempts).toEqual([0, ...Array.from({ length: DECISIONS_MAX }, (_, at) => at)]);
    store.fault = () => undefined;
    expect(value(await bench.ask('a', { type: 'total' }))).toBe(DECISIONS_MAX * 100);
  });

  it('with nobody waiting leaves the actor to its new owner', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = bench.ask('a', add(1), { deadlineMs: 500 });
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    await bench.env.advance(1_000);
    expect(value(await asked)).toBe('unavailable');
    store.fault = () => undefined;
    await writeForeign(2);
    barrier.open();
    await poll(() => bench.system.activeCount === 0, { until: 'the actor has left memory' });
    expect(await numbers()).toEqual([0, 100]);
  });

  it('in the middle of a batch voids what came behind it', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at(isAppend);
    const asked = [1, 2, 3].map((n) => bench.ask('a', add(n)));
    await poll(() => barrier.arrived > 0, { until: 'the batch is on its way' });
    store.fault = () => undefined;
    await writeForeign(3);
    barrier.open();
    expect((await bench.env.until(Promise.all(asked))).map(value)).toEqual([1, 103, 106]);
    expect(await numbers()).toEqual([0, 1, 100, 2, 3]);
  });
});

describeActors('two systems that fight over the same actors', (openStore) => {
  it('lose nothing, double nothing, and leave no hole', async () => {
    const store = await openStore();
    const benches = ['one', 'two', 'three'].map((owner) => startTallies(store, { owner, alone: false }));
    const acked = new Map<string, number[]>();
    const fight = async (bench: Bench, id: string, base: number) => {
      for (let n = base; n < base + 15; n += 1) {
        const answer = await bench.ask(id, add(n));
        if (answer.ok) acked.set(id, [...(acked.get(id) ?? []), n]);
      }
    };
    const work = benches.flatMap((bench, at) => ['x', 'y', 'z'].map((id) => fight(bench, id, 100 * (at + 1))));
    await Promise.all(benches.map(({ env }) => env.until(Promise.all(work), 600_000)));
    for (const id of ['x', 'y', 'z']) {
      const entries = await store.range<Doc & { n: number }>('log', { index: '_id', gt: `${id}:`, lt: `${id};` });
      expect(entries.map(({ _id }) => _id)).toEqual(entries.map((_, at) => logId(id, at + 1)));
      expect(entries.map(({ n }) => n).sort()).toEqual(acked.get(id)?.sort());
      expect(entries.length).toBeGreaterThan(10);
    }
    await Promise.all(benches.map(({ env, system }) => env.until(system.stop())));
  });
});
