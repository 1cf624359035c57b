import { logId } from '#src/store/collections.js';
import { type Doc, StoreUnavailable } from '#src/store/store.js';
import { Barrier, dropReplies, type Fault, FaultyStore, isAppend } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { add, type Bench, describeActors, startTallies, value } from './tally.js';

/** Derived writes of a unit that must not hold up others. */
const MANY = 100;

describeActors('commit lanes', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
  });
  afterEach(async () => {
    store.fault = () => undefined;
    await bench.env.until(bench.system.stop());
  });

  const addTo = (id: string, ...numbers: number[]) => numbers.map((n) => bench.ask(id, add(n)));
  const logOf = (id: string) => store.range<Doc & { n: number }>('log', { index: '_id', gt: `${id}:`, lt: `${id};` });
  const numbersOf = async (id: string) => (await logOf(id)).map(({ n }) => n);
  const warm = (...ids: string[]) => Promise.all(ids.flatMap((id) => addTo(id, 0)));

  it('carry what comes in one round as one batch, each actor in its order', async () => {
    await warm('a', 'b');
    store.calls.length = 0;
    await Promise.all([...addTo('a', 1, 2, 3), ...addTo('b', 7, 8)]);
    expect(store.appends).toHaveLength(1);
    expect(await numbersOf('a')).toEqual([0, 1, 2, 3]);
    expect(await numbersOf('b')).toEqual([0, 7, 8]);
  });

  it('have one append in flight per actor, while others go on', async () => {
    await warm('a', 'b');
    const barrier = new Barrier();
    const isOfA: Fault = barrier.at((call) => call.op === 'append' && (call.entries[0]?._id.startsWith('a:') ?? false));
    store.fault = isOfA;
    const first = addTo('a', 1);
    await poll(() => barrier.arrived === 1, { until: 'the first append is on its way' });
    const second = addTo('a', 2);
    expect(value(await bench.ask('b', add(9)))).toBe(9);
    expect(barrier.arrived).toBe(1);
    barrier.open();
    expect((await Promise.all([...first, ...second])).map(value)).toEqual([1, 3]);
  });

  it('send no batch beyond its bound', async () => {
    bench = startTallies(store, { lanes: { batchMax: 4 } });
    await warm('c');
    store.calls.length = 0;
    await Promise.all(addTo('c', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    expect(Math.max(...store.appends.map(({ length }) => length))).toBe(4);
    expect(await numbersOf('c')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each(['before', 'after'] as const)(
    'send the same entries again when an answer is lost %s the store',
    async (phase) => {
      await warm('a', 'b');
      store.calls.length = 0;
      store.fault = dropReplies('append', phase);
      const answers = await bench.env.until(Promise.all([...addTo('a', 1, 2), ...addTo('b', 5)]));
      expect(answers.map(value)).toEqual([1, 3, 5]);
      expect(await numbersOf('a')).toEqual([0, 1, 2]);
      expect(await numbersOf('b')).toEqual([0, 5]);
      expect(store.appends[1]).toEqual(store.appends[0]);
      expect(bench.kind.loads).toBe(2);
    },
  );

  it('repeat lost projections, and answer only then', async () => {
    store.fault = dropReplies('write', 'after', 3);
    const asked = bench.ask('a', { type: 'add', n: 6, projected: 1 });
    expect(value(await bench.env.until(asked))).toBe(6);
    expect(store.calls.filter(({ op }) => op === 'write')).toHaveLength(4);
  });

  it('go on for everybody else while units with many derived writes are on their way', async () => {
    const barrier = new Barrier();
    store.fault = barrier.at((call) => call.op === 'write' && call.writes.length >= MANY);
    const heavy: ReturnType<Bench['ask']>[] = [];
    for (const id of ['a', 'b', 'c']) {
      heavy.push(bench.ask(id, { type: 'add', n: 1, projected: MANY }));
      await poll(() => barrier.arrived > 0, { until: 'the derived writes of the first are on their way' });
    }
    for (const id of ['d', 'e']) expect(value(await bench.ask(id, { type: 'add', n: 2, projected: 1 }))).toBe(2);
    const behind = bench.ask('a', add(3));
    barrier.open();
    expect((await Promise.all([...heavy, behind])).map(value)).toEqual([1, 1, 1, 4]);
  });

  it('keep the order of an actor whose units go over both kinds of lanes', async () => {
    const asked = [1, 2, 3, 4, 5, 6].map((n) => bench.ask('a', { type: 'add', n, projected: n % 2 === 0 ? MANY : 1 }));
    expect((await Promise.all(asked)).map(value)).toEqual([1, 3, 6, 10, 15, 21]);
    expect(await numbersOf('a')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await store.get('meta', 'mark0:a')).toMatchObject({ n: 6 });
  });

  it('carry many units with many derived writes together, but no more than a bulk of them', async () => {
    const ids = Array.from({ length: 40 }, (_, nth) => `h${nth}`);
    await Promise.all(ids.map((id) => bench.ask(id, { type: 'add', n: 1, projected: MANY })));
    const sizes = store.calls.flatMap((call) => (call.op === 'write' ? [call.writes.length] : []));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40 * MANY);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(sizes.length).toBeLessThan(10);
  });

  it('take only the actor out whose seq is taken; the others of the batch stand', async () => {
    await warm('a', 'b', 'c');
    await store.append([{ _id: logId('b', 2), room: 'b', commit: 'foreign', n: 100, owner: 'two' }]);
    store.calls.length = 0;
    const asked = [...addTo('a', 1), ...addTo('b', 10, 20), ...addTo('c', 3)];
    const answers = await bench.env.until(Promise.all(asked));
    expect(answers.map(value)).toEqual([1, 110, 130, 3]);
    expect(await numbersOf('b')).toEqual([0, 100, 10, 20]);
    expect(bench.kind.loads).toBe(4);
  });

  it('do not mistake a taken seq for their own answer that got lost', async () => {
    await warm('a');
    await store.append([{ _id: logId('a', 2), room: 'a', commit: 'foreign', n: 50, owner: 'two' }]);
    store.fault = dropReplies('append', 'before');
    expect(value(await bench.env.until(bench.ask('a', add(1))))).toBe(51);
    expect(await numbersOf('a')).toEqual([0, 50, 1]);
  });

  it('do not mistake what an earlier memory of the same owner wrote for their own', async () => {
    await warm('a');
    const [{ commit } = { commit: '' }] = (await logOf('a')) as (Doc & { n: number; commit: string })[];
    const owner = commit.split('.')[0] ?? '';
    await store.append([{ _id: logId('a', 2), room: 'a', commit: `${owner}.earlier`, n: 50, owner }]);
    expect(value(await bench.ask('a', add(1)))).toBe(51);
    expect(await numbersOf('a')).toEqual([0, 50, 1]);
  });

  it('give up when patience ends: callers hear `unavailable`, and the next ones are served', async () => {
    await warm('a');
    store.fault = (call, phase) => {
      if (isAppend(call) && phase === 'before') throw new StoreUnavailable('gone');
    };
    const asked = Promise.all(addTo('a', 1, 2));
    const startedAt = bench.env.monotonic();
    const answers = await bench.env.until(asked);
    expect(answers.map(value)).toEqual(['unavailable', 'unavailable']);
    expect(bench.env.monotonic() - startedAt).toBeGreaterThan(6_000);
    expect(bench.env.monotonic() - startedAt).toBeLessThan(10_500);
    store.fault = () => undefined;
    expect(value(await bench.ask('a', add(4)))).toBe(4);
  });

  it('tell the one unit that the store calls a mistake from the rest of its batch', async () => {
    await warm('a', 'b', 'c');
    store.fault = (call, phase) => {
      if (call.op === 'append' && phase === 'before' && call.entries.some(({ n }) => n === 13)) {
        throw new TypeError('no such thing can be stored');
      }
    };
    const answers = await bench.env.until(Promise.all([...addTo('a', 1), ...addTo('b', 13), ...addTo('c', 3)]));
    expect(answers.map(value)).toEqual([1, 'unavailable', 3]);
    expect(value(await bench.ask('b', add(1)))).toBe(1);
  });

  it('carry a transaction alone, and refuse it when its guard does not hold', async () => {
    await warm('a', 'b');
    expect(value(await bench.ask('a', { type: 'take', key: 'name' }))).toBe('taken');
    expect(value(await bench.ask('b', { type: 'take', key: 'name' }))).toBe('was_taken');
  });

  it('let one of two that want the same thing at once have it, and decide the other again', async () => {
    await warm('a', 'b');
    const both = [bench.ask('a', { type: 'take', key: 'name' }), bench.ask('b', { type: 'take', key: 'name' })];
    expect((await bench.env.until(Promise.all(both))).map(value).sort()).toEqual(['taken', 'was_taken']);
  });
});
