import fc from 'fast-check';
import { logId } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { describeOnEmbedded } from '../support/engines.js';

type Entry = Doc & Record<string, unknown> & { room: string; seq: number };

/** More rows than may wait in the tail, and one room that outgrows what a room may have there. */
const ROWS = 30_000;
const ROOMS = 41;

/** A repeatable stream of numbers below `below`. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Model {
  readonly entries = new Map<string, Entry>();
  readonly seqs = new Map<string, number>();
  made = 0;

  next(room: string, roll: (below: number) => number): Entry {
    const seq = (this.seqs.get(room) ?? 0) + 1;
    this.seqs.set(room, seq);
    this.made += 1;
    const entry: Entry = { _id: logId(room, seq), room, seq, body: 'ğ🟢x'.repeat(roll(20)) };
    if (roll(3) > 0) entry.dedup = `${room}:${this.made}`;
    if (roll(50) === 0) entry.discussionOf = 'topic';
    this.entries.set(entry._id, entry);
    return entry;
  }

  ofRoom(room: string): Entry[] {
    return [...this.entries.values()].filter((entry) => entry.room === room).sort((a, b) => a.seq - b.seq);
  }
}

/** One step of a busy day: mostly appends, now and then a change of what may still be in the tail. */
async function step(store: Store, model: Model, roll: (below: number) => number): Promise<void> {
  const roomName = () => `room${roll(3) === 0 ? 0 : roll(ROOMS)}`;
  const some = () => [...model.entries.values()][roll(model.entries.size)] as Entry;
  const kind = model.entries.size < 100 ? 9 : roll(40);
  if (kind === 0) {
    const entry = some();
    entry.body = 'edited';
    expect(await store.write([{ op: 'set', in: 'log', id: entry._id, set: { body: 'edited' } }])).toEqual([true]);
  } else if (kind === 1) {
    const entry = some();
    delete entry.dedup;
    await store.write([{ op: 'set', in: 'log', id: entry._id, unset: ['dedup'] }]);
  } else if (kind === 2) {
    const entry = model.next(roomName(), roll);
    const result = await store.transaction([{ op: 'put', in: 'log', doc: entry, guard: { absent: true } }]);
    expect(result).toEqual({ ok: true });
  } else if (kind === 3) {
    const taken = some();
    const fresh: Entry = {
      _id: logId('other', 1),
      room: 'other',
      seq: 1,
      ...(taken.dedup ? { dedup: taken.dedup } : {}),
    };
    const result = await store.append([{ ...taken, body: 'late' }, fresh]);
    expect(result).toEqual({ appended: 0, refused: { by: '_id' } });
    if (!taken.dedup) return;
    expect(await store.append([fresh])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    const put = await store.transaction([{ op: 'put', in: 'log', doc: fresh }]);
    expect(put).toEqual({ ok: false, at: 0, reason: 'unique', by: 'dedup' });
  } else {
    const group = Array.from({ length: 1 + roll(200) }, () => model.next(roomName(), roll));
    expect(await store.append(group)).toEqual({ appended: group.length });
  }
}

async function agree(store: Store, model: Model, roll: (below: number) => number): Promise<void> {
  for (const room of ['room0', `room${roll(ROOMS)}`]) {
    const expected = model.ofRoom(room);
    const newest = await store.range('log', { index: '_id', gte: `${room}:`, lt: `${room};`, desc: true, limit: 50 });
    expect(newest).toEqual(expected.slice(-50).reverse());
    const from = Math.floor(expected.length / 2);
    const range = { index: '_id', gt: logId(room, from), lte: logId(room, from + 30) };
    expect(await store.range('log', range)).toEqual(expected.slice(from, from + 30));
    expect(await store.count('log', { index: '_id', gte: `${room}:`, lt: `${room};` })).toBe(
      Math.min(10_000, expected.length),
    );
    const topics = await store.range<Entry>('log', { index: 'discussion', prefix: [room, 'topic'] });
    expect(topics).toEqual(expected.filter((entry) => entry.discussionOf));
  }
  const sample = Array.from({ length: 40 }, () => [...model.entries.values()][roll(model.entries.size)] as Entry);
  expect(
    await store.getMany(
      'log',
      sample.map(({ _id }) => _id),
    ),
  ).toEqual(sample);
  const keyed = sample.filter((entry) => entry.dedup);
  expect(
    await store.getManyBy(
      'log',
      'dedup',
      keyed.map(({ dedup }) => dedup as string),
    ),
  ).toEqual(keyed);
}

describeOnEmbedded('the tail of the log', (openStore) => {
  it('is no different from a log without one, through growth, changes and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1 }), async (seed) => {
        const roll = dice(seed);
        const model = new Model();
        let store = await openStore();
        while (model.entries.size < ROWS) {
          await step(store, model, roll);
          if (roll(25) === 0) await agree(store, model, roll);
          if (roll(120) === 0) store = await openStore.again(store);
        }
        await agree(store, model, roll);
        expect(await store.count('log', { index: '_id', gte: 'room1:', lt: 'room1;' })).toBe(
          model.ofRoom('room1').length,
        );
        store = await openStore.again(store);
        await agree(store, model, roll);
        const all = await store.range<Entry>('log', { index: '_id', limit: 10_000 });
        expect(all).toEqual([...model.entries.values()].sort((a, b) => (a._id < b._id ? -1 : 1)).slice(0, 10_000));
      }),
      { numRuns: 2 },
    );
  }, 120_000);

  it('does not bring a deleted entry to life again', async () => {
    const store = await openStore();
    await store.append([{ _id: 'r:1', dedup: 'k' }, { _id: 'r:2' }]);
    await store.write([{ op: 'del', in: 'log', id: 'r:1' }]);
    await store.append([{ _id: 'r:3' }]);
    const again = await openStore.again(store);
    expect(await again.range('log', { index: '_id' })).toEqual([{ _id: 'r:2' }, { _id: 'r:3' }]);
    expect(await again.append([{ _id: 'r:1', dedup: 'k' }])).toEqual({ appended: 1 });
  });

  it('knows a key again that was looked up in vain before it came', async () => {
    const store = await openStore();
    expect(await store.getManyBy('log', 'dedup', ['k'])).toEqual([null]);
    expect(await store.append([{ _id: 'r:1', dedup: 'k' }])).toEqual({ appended: 1 });
    expect(await store.append([{ _id: 'r:2', dedup: 'k' }])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    expect(await store.getManyBy('log', 'dedup', ['l'])).toEqual([null]);
    await store.transaction([{ op: 'put', in: 'log', doc: { _id: 's:1', dedup: 'l' } }]);
    expect(await store.append([{ _id: 'r:2', dedup: 'l' }])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    expect(await store.getManyBy('log', 'dedup', ['m'])).toEqual([null]);
    await store.write([{ op: 'set', in: 'log', id: 's:1', set: { dedup: 'm' } }]);
    expect(await store.append([{ _id: 'r:2', dedup: 'm' }])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    expect(await store.append([{ _id: 'r:2', dedup: 'l' }])).toEqual({ appended: 1 });
  });

  it('takes a seq below the highest of its room', async () => {
    const store = await openStore();
    await store.append([{ _id: 'r:5' }]);
    expect(await store.append([{ _id: 'r:3' }, { _id: 'r:4' }, { _id: 'r:3' }])).toEqual({
      appended: 2,
      refused: { by: '_id' },
    });
    const rows = await store.range('log', { index: '_id', gte: 'r:', lt: 'r;' });
    expect(rows.map(({ _id }) => _id)).toEqual(['r:3', 'r:4', 'r:5']);
  });
});
