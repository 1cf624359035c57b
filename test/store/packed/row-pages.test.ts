import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '#src/store/embedded/database.js';
import { type EmbeddedStore, openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { storeFileOf } from '#src/store/embedded/folder.js';
import { read } from '#src/store/embedded/reads.js';
import type { Range } from '#src/store/store.js';
import { type MessageDoc, messageDoc, ROOM } from '../../support/store/message-docs.js';

const OTHER_ROOM = '01234567-93e0-48c3-8fc1-6b2b6c6e7c44';
const ROWS = 600;
const bodies = [
  '',
  'kısa',
  'a short one',
  'bir şey söylemek için biraz daha uzun bir cümle',
  'half \ud83d',
  'x'.repeat(5_000),
];

let dir: string;
let store: EmbeddedStore;
const docs = [ROOM, OTHER_ROOM]
  .flatMap((room) =>
    Array.from({ length: ROWS / 2 }, (_, at) => messageDoc({ seq: at + 1, room, body: bodies[at % 6] as string })),
  )
  .sort((a, b) => (a._id < b._id ? -1 : 1));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-pages-'));
  store = await openEmbeddedStore({ dir });
  await store.append(docs);
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

/** The statements of a read of ids that are keys. */
class Recording extends Connection {
  readonly statements: string[] = [];

  override all(sql: string, values: unknown[]): unknown[][] {
    this.statements.push(sql);
    return super.all(sql, values);
  }

  override first(sql: string, values: unknown[]): unknown[] | undefined {
    this.statements.push(sql);
    return super.first(sql, values);
  }
}

const operationsOf = (db: Connection, sql: string): string[] =>
  (db.all(`EXPLAIN ${sql}`, [1, 1, 1]) as unknown as { opcode: string }[]).map(({ opcode }) => opcode);

describe('a long range of the log', () => {
  it.each([false, true])('has the documents as they were appended, in their order (descending: %s)', async (desc) => {
    const found = await store.range<MessageDoc>('log', { index: '_id', desc, limit: ROWS });
    expect(found).toEqual(desc ? docs.toReversed() : docs);
  });

  it('ends at its limit, and may be empty', async () => {
    const some = await store.range('log', { index: '_id', gt: docs[9]?._id as string, limit: 500 });
    expect(some).toEqual(docs.slice(10, 510));
    expect(await store.range('log', { index: '_id', gt: 'g', limit: 500 })).toEqual([]);
  });
});

describe('a range of one room', () => {
  const ofRoom = { index: '_id', gt: `${ROOM}:`, lt: `${ROOM};` };
  it.each<[string, Range]>([
    ['a few rows', { ...ofRoom, limit: 50 }],
    ['the newest rows', { ...ofRoom, limit: 50, desc: true }],
    ['many rows', { ...ofRoom, limit: 500 }],
  ])('of %s does not walk over the rooms before it', (_, range) => {
    const db = new Recording(storeFileOf(dir), { readOnly: true });
    read(db, { op: 'range', from: 'log', range }, false);
    read(db, { op: 'count', from: 'log', range }, false);
    const statements = db.statements.filter((sql) => sql.startsWith('SELECT') && !sql.includes("id < x''"));
    // A walk that begins or ends at a constant is one over all keys.
    const operations = statements.map((sql) => operationsOf(db, sql));
    db.close();
    expect(operations).toHaveLength(2);
    for (const some of operations) expect(some).not.toContain('Blob');
  });
});
