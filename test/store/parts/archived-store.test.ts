/**
 * A store over the archive: a log of ten stretches, of which nine are objects, answers and refuses as it did when all of
 * it were rows.
 */
import { archivedStore } from '#src/store/archive/archived-store.js';
import { findInObjects } from '#src/store/archive/find-in-objects.js';
import { packHashes, requestHash } from '#src/store/archive/room-archives.js';
import { objectKey, STRETCH_ENTRIES, type Stretch, stretchId } from '#src/store/archive/stretch.js';
import { encodeStretch, packedRow, sha256Of } from '#src/store/archive/stretch-codec.js';
import { copyStore } from '#src/store/backup/copy-store.js';
import { logId } from '#src/store/collections.js';
import type { Range, Store, Write } from '#src/store/store.js';
import { MemoryObjects } from '../../support/store/archived-room.js';
import { memoryStore } from '../../support/store/memory-store.js';
import { type MessageDoc, messageDoc } from '../../support/store/message-docs.js';

const ROOM = 'r';
const ARCHIVED = 9 * STRETCH_ENTRIES;
const LAST = ARCHIVED + 60;
const docs = Array.from({ length: LAST }, (_, at) => messageDoc({ seq: at + 1, room: ROOM, body: `söz ${at + 1}` }));
const doc = (seq: number): MessageDoc => docs[seq - 1] as MessageDoc;
const id = (seq: number): string => logId(ROOM, seq);

/** The rows under the archive, and the store as a node has it. */
let rows: Store;
let store: Store;
const objects = new MemoryObjects();
const stretches: Stretch[] = [];
const now = 1_000_000;

/** Object and document, as the job leaves them. */
async function archive(at: number): Promise<Stretch> {
  const some = docs.slice(at * STRETCH_ENTRIES, (at + 1) * STRETCH_ENTRIES);
  const bytes = await encodeStretch(new Map(some.map((one) => [one.seq, packedRow(one)])));
  const key = objectKey({ room: ROOM, at, rev: 1 });
  await objects.write(key, bytes);
  const requests = packHashes(some.map(({ dedup }) => requestHash(dedup)));
  const about = { sha256: sha256Of(bytes), bytes: bytes.length, rows: some.length, requests };
  return { _id: stretchId(ROOM, at), room: ROOM, at, rev: 2, state: 'archived', key, ...about };
}

async function archived(): Promise<Store> {
  const under = memoryStore();
  await under.write(stretches.map((one) => ({ op: 'put', in: 'stretches', doc: { ...one } })));
  await under.append(docs.slice(ARCHIVED).map((one) => ({ ...one })));
  return under;
}

/** Of the log as it was before anything of it was archived. */
function expected({ gt, gte, lt, lte, desc, limit = 1_000 }: Range): MessageDoc[] {
  const isIn = (at: string) =>
    (gt === undefined || at > String(gt)) &&
    (gte === undefined || at >= String(gte)) &&
    (lt === undefined || at < String(lt)) &&
    (lte === undefined || at <= String(lte));
  const found = docs.filter(({ _id }) => isIn(_id));
  return (desc ? found.reverse() : found).slice(0, limit);
}

const nodeOf = (under: Store): Store => archivedStore({ rows: under, objects, monotonic: () => now, now: () => now });

beforeAll(async () => {
  for (let at = 0; at < ARCHIVED / STRETCH_ENTRIES; at += 1) stretches.push(await archive(at));
  rows = await archived();
});
beforeEach(() => {
  store = nodeOf(rows);
});

describe('an archived log that is read', () => {
  it.each<[string, Partial<Range>]>([
    ['from its beginning', { gt: 'r:', lt: 'r;', limit: 700 }],
    ['from its end', { gt: 'r:', lt: 'r;', desc: true, limit: 700 }],
    ['as a whole, upwards', { gt: 'r:', lt: 'r;', limit: 10_000 }],
    ['as a whole, downwards', { gt: 'r:', lt: 'r;', desc: true, limit: 10_000 }],
    ['in the middle', { gte: id(1_000), lte: id(1_600), limit: 1_000 }],
    ['in the middle, downwards', { gt: id(1_000), lt: id(1_600), desc: true, limit: 1_000 }],
    ['across eight stretches', { gte: id(3), lte: id(4_500), limit: 10_000 }],
    ['across eight stretches, downwards', { gte: id(3), lte: id(4_500), desc: true, limit: 10_000 }],
    ['up to a limit within a stretch', { gte: id(500), lt: 'r;', limit: 30 }],
    ['where rows and objects meet', { gte: id(ARCHIVED - 2), lte: id(ARCHIVED + 2) }],
    ['where rows and objects meet, downwards', { gte: id(ARCHIVED - 2), lte: id(ARCHIVED + 2), desc: true }],
    ['behind its end', { gt: id(LAST), lt: 'r;' }],
  ])('is what it was: %s', async (_, range) => {
    const asked: Range = { index: '_id', ...range };
    expect(await store.range('log', asked)).toEqual(expected(asked));
  });

  it('has its entries by their ids and by their requests', async () => {
    const ids = [id(1), id(ARCHIVED), id(ARCHIVED + 1), id(LAST + 1), 'other', id(513)];
    expect(await store.getMany('log', ids)).toEqual([doc(1), doc(ARCHIVED), doc(ARCHIVED + 1), null, null, doc(513)]);
    expect(await store.get('log', id(700))).toEqual(doc(700));
    expect(await store.get('log', id(LAST + 1))).toBeNull();
    expect(await store.get('rooms', id(700))).toBeNull();
    const keys = [doc(5).dedup, doc(LAST).dedup, 'r:nobody:c-1', doc(4_600).dedup];
    expect(await store.getManyBy('log', 'dedup', keys)).toEqual([doc(5), doc(LAST), null, doc(4_600)]);
    expect(await store.getManyBy('log', 'dedup', [null as never])).toEqual([null]);
  });

  it('has its entries where other documents lead to them', async () => {
    const head = { _id: ROOM, shown: [id(2), id(LAST), id(LAST + 1)] };
    await rows.write([{ op: 'put', in: 'rooms', doc: head }]);
    const steps = [
      { in: 'log', keys: [{ of: 0, list: 'shown' }] },
      { in: 'accounts', keys: [{ of: 1, field: 'by' }] },
    ] as never;
    const found = await store.getLinked('rooms', { ids: [ROOM] }, steps);
    expect(found.start).toEqual([head]);
    expect(found.linked[0]).toHaveLength(2);
    expect(found.linked[0]).toEqual(expect.arrayContaining([doc(2), doc(LAST)]));
    expect(found.linked[1]).toEqual([]);
  });

  it('asks nothing of the archive for other collections and other indexes', async () => {
    objects.reads = 0;
    await store.range('log', { index: 'push', prefix: [ROOM] });
    await store.rangeAfterEach('log', { index: 'push', after: [{ first: ROOM, gt: 0 }], limit: 5 } as never);
    await store.getMany('accounts', ['ada']);
    expect(await store.count('log', { index: '_id' })).toBe(LAST - ARCHIVED);
    expect((await store.getGuarding('rooms', ROOM, [])).guarded).toEqual([]);
    expect(objects.reads).toBe(0);
  });

  it('is looked through where it is rows and where it is objects', async () => {
    const scan = { text: 'söz 4600', gt: 'r:', lt: 'r;', limit: LAST };
    expect(await store.scan('log', scan)).toEqual({ docs: [doc(4_600)], last: id(LAST) });
    const some = { ...scan, text: `söz ${ARCHIVED}`, gt: id(ARCHIVED - 3), limit: 5 };
    expect(await store.scan('log', some)).toEqual({ docs: [doc(ARCHIVED)], last: id(ARCHIVED + 2) });
  });

  it('is searched for names in its objects, with the place of each', async () => {
    const found: string[] = [];
    for await (const { id: at, name } of findInObjects(objects, ['söz 777"', 'nobody'])) found.push(`${at} ${name}`);
    expect(found).toEqual([`${id(777)} söz 777"`]);
  });
});

describe('an archived log that is written to', () => {
  beforeEach(async () => {
    rows = await archived();
    store = nodeOf(rows);
  });
  const next = (seq: number, more: object = {}) => ({ ...messageDoc({ seq, room: ROOM }), ...more });
  const edit = (seq: number, more: object = {}): Write =>
    ({ op: 'set', in: 'log', id: id(seq), set: { editedAt: 5 }, ...more }) as Write;
  const isRow = async (seq: number) => (await rows.get('log', id(seq))) !== null;

  it('refuses an entry that it has, and a request that it has, wherever they are', async () => {
    expect(await store.append([next(3)])).toEqual({ appended: 0, refused: { by: '_id' } });
    const repeat = next(LAST + 2, { dedup: doc(40).dedup });
    expect(await store.append([next(LAST + 1), repeat, next(LAST + 3)])).toEqual({
      appended: 1,
      refused: { by: 'dedup' },
    });
    expect(await isRow(LAST + 1)).toBe(true);
    expect(await store.append([next(LAST + 1), repeat])).toEqual({ appended: 0, refused: { by: '_id' } });
    expect(await store.append([next(LAST + 2), next(1, { _id: 's:00000001', room: 's', dedup: null })])).toEqual({
      appended: 2,
    });
    const put = (entry: object): Write => ({ op: 'put', in: 'log', doc: entry as never, guard: { absent: true } });
    const other: Write = { op: 'put', in: 'rooms', doc: { _id: 'x' } };
    expect(await store.transaction([other, put(next(7))])).toEqual({ ok: false, at: 1, reason: 'unique', by: '_id' });
    expect(await store.transaction([other, put(next(LAST + 3, { dedup: doc(40).dedup }))])).toEqual({
      ok: false,
      at: 1,
      reason: 'unique',
      by: 'dedup',
    });
    expect(await rows.get('rooms', 'x')).toBeNull();
    expect(await store.transaction([other, put(next(LAST + 3))])).toEqual({ ok: true });
  });

  it('changes an archived entry as one that is a row, and says which write was refused', async () => {
    const refused = edit(6, { guard: { olderThan: 6 } });
    const del: Write = { op: 'del', in: 'rooms', id: 'nothing' };
    expect(await store.write([edit(5), refused, edit(LAST), edit(LAST + 9), del, edit(600)])).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(await rows.getMany('log', [id(5), id(600)])).toEqual([
      { ...doc(5), editedAt: 5 },
      { ...doc(600), editedAt: 5 },
    ]);
    // What is brought back for it is what lies in its stretch, and the object is written again later.
    const [first, second, third] = await rows.getMany<Stretch>(
      'stretches',
      [0, 1, 2].map((at) => stretchId(ROOM, at)),
    );
    expect([first, second, third]).toMatchObject([
      { state: 'thawed', dueAt: now + 600_000 },
      { state: 'thawed' },
      { state: 'archived' },
    ]);
    expect(await isRow(7)).toBe(false);
    expect(await store.get('log', id(5))).toEqual({ ...doc(5), editedAt: 5 });
  });

  it('changes archived entries with others at once, or none of them', async () => {
    const other: Write = { op: 'put', in: 'rooms', doc: { _id: 'x' }, guard: { absent: true } };
    expect(await store.transaction([edit(5), edit(700), other])).toEqual({ ok: true });
    expect((await rows.getMany('log', [id(5), id(700)])).map((row) => (row as { editedAt?: number }).editedAt)).toEqual(
      [5, 5],
    );
    expect(await store.transaction([edit(8), other])).toEqual({ ok: false, at: 1, reason: 'guard' });
    expect(await store.get('log', id(8))).toEqual(doc(8));
    expect(await store.transaction([edit(LAST + 9)])).toEqual({ ok: false, at: 0, reason: 'guard' });
  });

  it('passes everything else on', async () => {
    expect([store.engine, typeof (await store.now())]).toEqual([rows.engine, 'number']);
    await store.ping();
    await store.close();
    await expect(store.ping()).rejects.toThrow();
  });
});

describe('a copy of a store', () => {
  const few = docs.slice(0, 60);
  const restoring: Write = { op: 'put', in: 'meta', doc: { _id: 'restore', backup: 'copy' } };

  it('has all of its documents, goes on where it was interrupted, and is compared', async () => {
    const [from, copy] = [memoryStore(), memoryStore()];
    await from.append(few.map((one) => ({ ...one })));
    const told: string[] = [];
    await copyStore(
      from as never,
      copy,
      ({ collection, docs: count }) => count > 0 && told.push(`${collection} ${count}`),
    );
    expect(told).toEqual(['log 60']);
    expect(await copy.get('meta', 'restore')).toBeNull();
    expect(await copy.get('log', id(7))).toEqual(doc(7));
    await expect(copyStore(from as never, copy)).rejects.toThrow();
    await copy.write([restoring]);
    await copyStore(from as never, copy);
    await copy.write([restoring, { op: 'set', in: 'log', id: id(9), set: { hash: 'other' } }]);
    await expect(copyStore(from as never, copy)).rejects.toMatchObject({
      name: 'BackupProblem',
      message: expect.stringContaining('log differs'),
    });
  });
});

describe('a store without an archive', () => {
  it('is asked once whether it has one, and is used as it is', async () => {
    const plain = memoryStore();
    const over = nodeOf(plain);
    expect(await over.append([{ ...doc(1) }])).toEqual({ appended: 1 });
    expect(await over.append([{ ...doc(1) }])).toEqual({ appended: 0, refused: { by: '_id' } });
    expect(await over.write([{ op: 'set', in: 'log', id: id(2), set: { a: 1 } }])).toEqual([false]);
    expect(await over.transaction([{ op: 'set', in: 'log', id: id(1), set: { a: 1 } }])).toEqual({ ok: true });
    expect(await over.get('log', id(2))).toBeNull();
    expect(await over.range('log', { index: '_id', gt: 'r:', lt: 'r;' })).toEqual([{ ...doc(1), a: 1 }]);
  });
});
