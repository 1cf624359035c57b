/**
 * What a command answered, kept in the commit of what it did; and memory made anew after what it was made of changed.
 */
import { IDEMPOTENCY_RECORD_TTL_MS, type IdempotencyRecord } from '#actors/runtime/client.js';
import { logId } from '#src/store/collections.js';
import { type Doc, StoreUnavailable } from '#src/store/store.js';
import { FaultyStore } from '../support/store/faulty-store.js';
import { add, type Bench, describeActors, startTallies, value } from './tally.js';

const recording = { id: 'ada:key:1', hash: 'h' };

describeActors('a recorded answer', (openStore) => {
  let store: FaultyStore;
  let bench: Bench;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    bench = startTallies(store);
    await bench.ask('a', add(1));
  });
  afterEach(async () => {
    store.fault = () => undefined;
    await bench.env.until(bench.system.stop());
  });

  const record = () => store.get<IdempotencyRecord>('answers', recording.id);
  const numbers = async () =>
    (await store.range<Doc & { n: number }>('log', { index: '_id', gt: 'a:', lt: 'a;' })).map(({ n }) => n);

  it('is in the transaction of the entry, says what was answered by whom, and the caller is told of it', async () => {
    const answer = await bench.ask('a', add(2), { recording });
    expect(answer).toEqual({ ok: true, value: 3, recorded: true });
    expect(await record()).toMatchObject({ hash: 'h', command: 'add', kind: 'tally', to: 'a', reply: '3' });
    const together = store.calls.find((call) => call.op === 'transaction');
    expect(together?.op === 'transaction' && together.writes.map((write) => write.in)).toEqual(['log', 'answers']);
    expect(await numbers()).toEqual([1, 2]);
  });

  it('comes with a transaction, too', async () => {
    await bench.ask('a', { type: 'take', key: 'slug' }, { recording });
    expect(await record()).toMatchObject({ reply: '"taken"' });
  });

  it('is not kept of what only looked, nor of what was refused', async () => {
    expect(await bench.ask('a', { type: 'total' }, { recording })).toEqual({ ok: true, value: 1 });
    expect((await bench.ask('a', { type: 'refuse' }, { recording })).ok).toBe(false);
    expect(await record()).toBeNull();
  });

  it('keeps the order among units that have none', async () => {
    const asked = [add(2), add(3), add(4), add(5)].map((command, at) =>
      bench.ask('a', command, at === 1 ? { recording } : {}),
    );
    expect((await Promise.all(asked)).map(value)).toEqual([3, 6, 10, 15]);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is one, and so is the effect, when the outcome of the commit was unknown', async () => {
    let lost = 0;
    store.fault = ({ op }, phase) => {
      if (op !== 'transaction' || phase !== 'after' || lost > 1) return;
      lost += 1;
      throw new StoreUnavailable('the answer was lost');
    };
    expect(await bench.env.until(bench.ask('a', add(2), { recording }))).toMatchObject({ ok: true, value: 3 });
    expect(lost).toBe(2);
    expect(await numbers()).toEqual([1, 2]);
    expect((await record())?.reply).toBe('3');
  });

  it('is of the decision that stands, when another owner was first', async () => {
    await store.append([{ _id: logId('a', 2), room: 'a', commit: 'foreign', n: 100, owner: 'two' }]);
    expect(await bench.ask('a', add(2), { recording })).toMatchObject({ value: 103 });
    expect((await record())?.reply).toBe('103');
  });

  it('stands in the way of a second one for a day', async () => {
    await bench.ask('a', add(2), { recording });
    expect((await bench.env.until(bench.ask('a', add(3), { recording }))).ok).toBe(false);
    expect(await numbers()).toEqual([1, 2]);
    await bench.env.advance(IDEMPOTENCY_RECORD_TTL_MS + 1);
    expect(await bench.env.until(bench.ask('a', add(3), { recording }))).toMatchObject({ ok: true, value: 6 });
  });

  it('does not void the commands behind a repeat more than once', async () => {
    await bench.ask('a', add(2), { recording });
    const loads = bench.kind.loads;
    const asked = [bench.ask('a', add(3), { recording }), bench.ask('a', add(4)), bench.ask('a', { type: 'total' })];
    const [repeat, ...behind] = await bench.env.until(Promise.all(asked));
    expect(repeat).toMatchObject({ ok: false, code: 'unavailable' });
    expect(behind).toEqual([
      { ok: true, value: 7 },
      { ok: true, value: 7 },
    ]);
    expect(bench.kind.loads).toBe(loads + 1);
  });
});

describeActors('a unit that changes what memory was made of', (openStore) => {
  it('is followed by a load, after what was decided before and before what comes after', async () => {
    const bench = startTallies(await openStore());
    await bench.ask('a', add(1));
    const asked = [
      bench.ask('a', add(2)),
      bench.ask('a', { type: 'rewrite', seq: 1, n: 50 }),
      bench.ask('a', add(3)),
      bench.ask('a', { type: 'total' }),
    ];
    expect((await Promise.all(asked)).map(value)).toEqual([3, null, 55, 55]);
    expect(bench.kind.loads).toBe(2);
    await bench.env.until(bench.system.stop());
  });
});
