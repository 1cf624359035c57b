import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OLDEST_FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { formatOf } from '#src/store/backup/backup-format.js';
import { openEmbeddedReader, openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { IndexBuild } from '#src/store/schema/index-builds.js';
import type { Store } from '#src/store/store.js';
import { type MessageDoc, messageDoc, ROOM } from '../../support/store/message-docs.js';
import { bytesPerRow, dropIndex, makeRowsOlder, rowForms } from '../../support/store/older-rows.js';
import { startStoreProcess } from '../../support/store/store-process.js';
import { poll } from '../../support/time/poll.js';

const ROWS = 3_000;
const OTHER_ROOM = '01234567-93e0-48c3-8fc1-6b2b6c6e7c44';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-packed-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function inStore<T>(work: (store: Store & { builds(): Promise<unknown[]> }) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore({ dir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const docsFrom = (first: number, count: number, room = ROOM): MessageDoc[] =>
  Array.from({ length: count }, (_, at) => messageDoc({ seq: first + at, room }));

async function appendAll(store: Store, docs: MessageDoc[]): Promise<void> {
  for (let at = 0; at < docs.length; at += 500) {
    const some = docs.slice(at, at + 500);
    expect(await store.append(some)).toEqual({ appended: some.length });
  }
}

const sumOf = (parts: Record<string, number>) => Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
const wholeLog = (store: Pick<Store, 'range'>) => store.range('log', { index: '_id', limit: 10_000 });
const isPacked = (store: { builds(): Promise<unknown[]> }) =>
  poll(async () => (await store.builds()).length === 0, { until: 'all rows are packed' });

describe('a message in the embedded store', () => {
  it('costs at most 400 bytes with its indexes, ninety of them text', async () => {
    const body = 'toplantı yarın akşam mı, yoksa öbür gün öğleden sonra mı; ben her ikisine de gelirim ama';
    expect(Buffer.byteLength(body)).toBeGreaterThan(90);
    await inStore(async (store) => {
      for (let first = 1; first <= 4_000; first += 500) {
        const docs = Array.from({ length: 500 }, (_, at) => messageDoc({ seq: first + at, body }));
        await appendAll(store, docs);
      }
    });
    const parts = bytesPerRow(dir);
    expect(parts).toEqual({ ...parts, log: expect.any(Number), log_dedup: expect.any(Number) });
    expect(sumOf(parts)).toBeLessThanOrEqual(400);
  });
});

describe('the log of an older version', () => {
  const older = docsFrom(1, ROWS);
  beforeEach(async () => {
    await inStore(async (store) => {
      await appendAll(store, older);
      await store.write([{ op: 'set', in: 'log', id: older[4]?._id ?? '', set: { deletedSeq: 5, deletedAt: 1 } }]);
    });
    makeRowsOlder(dir);
    expect(rowForms(dir)).toEqual({ older: ROWS, packed: 0 });
    expect(sumOf(bytesPerRow(dir))).toBeGreaterThan(1_000);
  });

  it('is packed while the store serves, with progress, and stays what it was', async () => {
    const reader = await openEmbeddedReader({ dir });
    const before = await wholeLog(reader);
    await reader.close();
    const builds: IndexBuild[] = [];
    const store = await openEmbeddedStore({ dir, onBuild: (build) => builds.push(build) });
    expect(await store.append([messageDoc({ seq: ROWS + 1 })])).toEqual({ appended: 1 });
    await isPacked(store);
    expect(await wholeLog(store)).toEqual([...before, messageDoc({ seq: ROWS + 1 })]);
    expect(await store.range('log', { index: 'deleted', prefix: [ROOM] })).toHaveLength(1);
    await store.close();
    expect(rowForms(dir)).toEqual({ older: 0, packed: ROWS + 1 });
    expect(sumOf(bytesPerRow(dir))).toBeLessThanOrEqual(450);
    expect(builds[0]).toMatchObject({ collection: 'log', indexes: [], of: ROWS });
  });

  it('goes on being packed where a killed process stopped', async () => {
    for (let kills = 0; kills < 2; kills++) {
      const child = startStoreProcess('hold', dir);
      expect(await child.started).toEqual({ open: true });
      await child.kill();
    }
    await inStore(async (store) => {
      expect(await wholeLog(store)).toHaveLength(ROWS);
      await isPacked(store);
      expect(await store.getManyBy('log', 'dedup', [older[ROWS - 1]?.dedup ?? ''])).toEqual([older[ROWS - 1]]);
    });
    expect(rowForms(dir)).toEqual({ older: 0, packed: ROWS });
  });

  it('is read beside the service, in whatever form a row is', async () => {
    const reader = await openEmbeddedReader({ dir });
    const keys = older.map(({ dedup }) => dedup);
    const check = async () => {
      expect(await reader.getManyBy('log', 'dedup', keys)).toHaveLength(ROWS);
      expect(await reader.getManyBy('log', 'dedup', [keys[0] ?? '', keys[ROWS - 1] ?? ''])).toEqual([
        older[0],
        older[ROWS - 1],
      ]);
      expect(await wholeLog(reader)).toHaveLength(ROWS);
    };
    await check();
    await inStore(async (store) => {
      await check();
      await isPacked(store);
      await check();
    });
    await reader.close();
  });
});

describe('a store with rows of both forms', () => {
  const first = docsFrom(1, ROWS);
  const repeat = (doc: MessageDoc, seq: number): MessageDoc => ({ ...messageDoc({ seq }), dedup: doc.dedup });
  const lastOlder = first[ROWS - 1] as MessageDoc;
  let store: Awaited<ReturnType<typeof openEmbeddedStore>>;
  beforeEach(async () => {
    await inStore((before) => appendAll(before, first));
    makeRowsOlder(dir);
    store = await openEmbeddedStore({ dir });
  });
  afterEach(() => store.close());

  it('refuses the repeat of an older row, and of its seq', async () => {
    expect(await store.append([repeat(lastOlder, ROWS + 1)])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    expect(await store.append([{ ...lastOlder, dedup: `${ROOM}:other` }])).toEqual({
      appended: 0,
      refused: { by: '_id' },
    });
    const put = { op: 'put' as const, in: 'log' as const, doc: repeat(lastOlder, ROWS + 1) };
    expect(await store.transaction([put])).toEqual({ ok: false, at: 0, reason: 'unique', by: 'dedup' });
  });

  it('changes older rows as it changes the others', async () => {
    const { _id } = lastOlder;
    const guard = { equals: { seq: ROWS } };
    expect(
      await store.write([{ op: 'set', in: 'log', id: _id, set: { editedAt: 5 }, unset: ['dedup'], guard }]),
    ).toEqual([true]);
    expect(await store.getManyBy('log', 'dedup', [lastOlder.dedup])).toEqual([null]);
    expect(await store.append([repeat(lastOlder, ROWS + 1)])).toEqual({ appended: 1 });
    const other = first[ROWS - 2] as MessageDoc;
    expect(await store.write([{ op: 'del', in: 'log', id: other._id }])).toEqual([true]);
    await isPacked(store);
    const { dedup: _, ...rest } = lastOlder;
    expect(await store.get('log', _id)).toEqual({ ...rest, editedAt: 5 });
    expect(await store.get('log', other._id)).toBeNull();
  });

  it('reads rooms of both forms in order', async () => {
    await appendAll(store, docsFrom(1, 200, OTHER_ROOM));
    await appendAll(store, docsFrom(ROWS + 1, 200));
    const seqs = async (room: string) =>
      (await store.range<MessageDoc>('log', { index: '_id', gte: `${room}:`, lt: `${room};`, limit: 10_000 })).map(
        ({ seq }) => seq,
      );
    expect(await seqs(ROOM)).toEqual(Array.from({ length: ROWS + 200 }, (_, at) => at + 1));
    expect(await seqs(OTHER_ROOM)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  });
});

describe('a range over ids of all kinds', () => {
  const odd = [
    'a',
    `${ROOM}:000000zz:`,
    'fbeb3507',
    'r:1',
    'z:2',
    `${ROOM.toUpperCase()}:00000001`,
    `${ROOM}:zzzzzzzz`,
  ];
  const docs = [
    ...odd.map((_id) => ({ _id, room: _id.split(':')[0] })),
    ...docsFrom(1, 5),
    ...docsFrom(9, 3, OTHER_ROOM),
  ];
  const ids = docs.map(({ _id }) => _id).sort();
  const bounds = [
    '',
    '0',
    `${ROOM}:`,
    `${ROOM};`,
    `${OTHER_ROOM};`,
    `${ROOM}:00000003`,
    ROOM,
    'fbeb3507-93',
    '~',
    ...odd,
  ];

  it('has the order of the texts', () =>
    inStore(async (store) => {
      expect(await store.append(docs)).toEqual({ appended: docs.length });
      for (const bound of bounds) {
        const above = async (range: object) =>
          (await store.range('log', { index: '_id', ...range })).map(({ _id }) => _id);
        expect(await above({ gt: bound })).toEqual(ids.filter((id) => id > bound));
        expect(await above({ lte: bound, desc: true })).toEqual(ids.filter((id) => id <= bound).reverse());
        expect(await above({ gte: bound, limit: 3 })).toEqual(ids.filter((id) => id >= bound).slice(0, 3));
        const below = { index: '_id', lt: bound };
        expect(await store.count('log', below)).toBe(ids.filter((id) => id < bound).length);
        expect(await store.count('log', { ...below, limit: 2 })).toBe(
          Math.min(2, ids.filter((id) => id < bound).length),
        );
      }
      const found = await store.getMany<MessageDoc>('log', [...ids, 'none', `${ROOM}:0000zzzz`]);
      expect(found.map((doc) => doc?._id ?? null)).toEqual([...ids, null, null]);
    }));
});

describe('a new index over columns that most rows leave empty', () => {
  it('is filled, and the indexes beside it stay readable', async () => {
    const comments = docsFrom(1, ROWS).map((doc) => ({ ...doc, discussionOf: 'row' }));
    await inStore(async (store) => {
      await appendAll(store, comments);
      await store.write([{ op: 'set', in: 'log', id: comments[0]?._id ?? '', set: { toPush: 1 } }]);
    });
    dropIndex(dir, 'discussion', ['discussionOf', 'seq']);
    dropIndex(dir, 'reports', ['toReport']);
    await inStore(async (store) => {
      expect(await store.range('log', { index: 'push', prefix: [ROOM] })).toHaveLength(1);
      await isPacked(store);
      const range = { index: 'discussion', prefix: [ROOM, 'row'], gt: 10, limit: 10_000 };
      expect(await store.count('log', range)).toBe(ROWS - 10);
    });
  });
});

describe('a version before packed rows', () => {
  it('is refused by the store, and not by its backups', async () => {
    await inStore(async (store) => {
      expect(await store.get('meta', 'format')).toMatchObject({ oldest: formatTable.packedRows });
      expect(await formatOf(store)).toMatchObject({ oldest: OLDEST_FORMAT });
    });
  });
});
