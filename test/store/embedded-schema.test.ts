import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { IndexBuild } from '#src/store/schema/index-builds.js';
import { startStoreProcess } from '../support/store/store-process.js';
import { poll } from '../support/time/poll.js';

/** What an older version left: its file had other columns and indexes. */
function alter(dir: string, statements: string[]): void {
  const db = new Database(join(dir, 'store.db'));
  for (const statement of statements) db.exec(statement);
  db.close();
}

function unfilled(dir: string): unknown[] {
  const db = new Database(join(dir, 'store.db'));
  const rows = db.prepare('SELECT collection, field, after FROM column_fills').all([]) as Record<string, unknown>[];
  db.close();
  return rows.map(({ collection, field, after }) => ({ collection, field, after }));
}

/** So many members of another room. */
async function fill(dir: string, count: number): Promise<void> {
  const store = await openEmbeddedStore({ dir });
  for (let from = 0; from < count; from += 1_000) {
    const docs = Array.from({ length: 1_000 }, (_, at) => ({ _id: `s:${from + at}`, room: 's', role: 'member' }));
    await store.write(
      docs.map((doc, at) => ({ op: 'put', in: 'members', doc: { ...doc, since: at, joinedSeq: at, present: true } })),
    );
  }
  await store.close();
}

describe('a file of an older version', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-schema-'));
    const store = await openEmbeddedStore({ dir });
    await store.write(
      [true, false, 7, 'text', null].map((role, at) => ({
        op: 'put',
        in: 'members',
        doc: { _id: `r:${at}`, room: 'r', role, since: at, present: true },
      })),
    );
    await store.append([{ _id: 'r:1', room: 'r', dedup: 'r:k' }]);
    await store.close();
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('gets the columns and indexes it lacks, filled from its documents', async () => {
    alter(dir, [
      'DROP INDEX "members_byRole"',
      'ALTER TABLE members DROP COLUMN "f_role"',
      'DROP INDEX "log_dedup"',
      'ALTER TABLE log DROP COLUMN "f_dedup"',
    ]);
    const store = await openEmbeddedStore({ dir });
    await poll(async () => (await store.builds()).length === 0, { until: 'the index is complete' });
    const rows = await store.range<{ _id: string; role: unknown }>('members', { index: 'byRole', prefix: ['r'] });
    expect(rows.map(({ role }) => role)).toEqual([null, 7, 'text', false, true]);
    expect(await store.append([{ _id: 'r:2', room: 'r', dedup: 'r:k' }])).toEqual({
      appended: 0,
      refused: { by: 'dedup' },
    });
    await store.close();
  });

  it('takes writes, and refuses reads over an index that is not complete', async () => {
    await fill(dir, 20_000);
    alter(dir, ['DROP INDEX "members_byRole"', 'ALTER TABLE members DROP COLUMN "f_role"']);
    const builds: IndexBuild[] = [];
    const store = await openEmbeddedStore({ dir, onBuild: (build) => builds.push(build) });
    const doc = { _id: 'r:x', room: 'r', role: 'x', since: 1, present: true };
    expect(await store.write([{ op: 'put', in: 'members', doc }])).toEqual([true]);
    expect(await store.count('members', { index: 'byRoom', prefix: ['s'], limit: 30_000 })).toBe(20_000);
    await expect(store.count('members', { index: 'byRole', prefix: ['r'] })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'the index byRole of members is being built',
    });
    await poll(async () => (await store.builds()).length === 0, { until: 'the index is complete' });
    expect(await store.count('members', { index: 'byRole', prefix: ['r'] })).toBe(6);
    expect(await store.count('members', { index: 'byRole', prefix: ['s'], limit: 30_000 })).toBe(20_000);
    expect(builds[0]).toMatchObject({ collection: 'members', indexes: ['byRole'], of: 20_005 });
    await store.close();
  });

  it('goes on with its indexes where a killed process stopped', async () => {
    await fill(dir, 20_000);
    alter(dir, ['DROP INDEX "members_byRole"', 'ALTER TABLE members DROP COLUMN "f_role"']);
    for (let kills = 0; kills < 2; kills++) {
      const child = startStoreProcess('hold', dir);
      expect(await child.started).toEqual({ open: true });
      await child.kill();
    }
    const store = await openEmbeddedStore({ dir });
    await poll(async () => (await store.builds()).length === 0, { until: 'the index is complete' });
    expect(await store.count('members', { index: 'byRole', prefix: ['s'], limit: 30_000 })).toBe(20_000);
    await store.close();
  });

  it('fills a column anew that a version without it did not keep up to date', async () => {
    alter(dir, ['ALTER TABLE members ADD COLUMN "f_later"', 'CREATE INDEX "members_byLater" ON members ("f_later")']);
    await (await openEmbeddedStore({ dir })).close();
    expect(unfilled(dir)).toEqual([{ collection: 'members', field: 'later', after: 0 }]);
  });
});
