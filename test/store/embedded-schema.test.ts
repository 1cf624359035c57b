import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';

/** What an older version left: its file had other columns and indexes. */
function alter(dir: string, statements: string[]): void {
  const db = new Database(join(dir, 'store.db'));
  for (const statement of statements) db.exec(statement);
  db.close();
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
    await store.append([{ _id: 'r:1', dedup: 'k' }]);
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
    const rows = await store.range<{ _id: string; role: unknown }>('members', { index: 'byRole', prefix: ['r'] });
    expect(rows.map(({ role }) => role)).toEqual([null, 7, 'text', false, true]);
    expect(await store.append([{ _id: 'r:2', dedup: 'k' }])).toEqual({ appended: 0, refused: { by: 'dedup' } });
    await store.close();
  });

  it('loses an index that nobody declares any more, and gets a changed one anew', async () => {
    alter(dir, [
      'DROP INDEX "members_byRole"',
      'CREATE INDEX "members_byRole" ON members ("f_role")',
      'CREATE UNIQUE INDEX "members_old" ON members ("f_present", "f_since")',
    ]);
    const store = await openEmbeddedStore({ dir });
    const again = { _id: 'r:9', room: 'r', role: 'x', since: 1, present: true };
    expect(await store.write([{ op: 'put', in: 'members', doc: again }])).toEqual([true]);
    expect(await store.count('members', { index: 'byRole', prefix: ['r'] })).toBe(6);
    await store.close();
  });
});
