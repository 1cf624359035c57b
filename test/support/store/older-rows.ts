/** A file of the embedded store, looked at and changed from outside. */
import { join } from 'node:path';
import Database from 'libsql';
import { idIn } from '#src/store/embedded/row-ids.js';
import { unpackDoc } from '#src/store/packed/unpack.js';

function within<T>(dir: string, work: (db: Database.Database) => T): T {
  const db = new Database(join(dir, 'store.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Makes the log what versions before packed rows left: JSON text, ids and keys as text, and every column filled. */
export function makeRowsOlder(dir: string, onlyAfter = 0): void {
  within(dir, (db) => {
    const rows = db.prepare('SELECT rowid, id, doc FROM log WHERE rowid > ?').raw().all([onlyAfter]) as [
      number,
      unknown,
      unknown,
    ][];
    const update = db.prepare('UPDATE log SET id = ?, doc = ?, f_dedup = ?, f_room = ?, f_seq = ? WHERE rowid = ?');
    db.exec('BEGIN');
    for (const [rowid, id, stored] of rows) {
      const doc =
        typeof stored === 'string' ? JSON.parse(stored) : unpackDoc(idIn(id), (stored as Buffer).toString('latin1'));
      update.run([idIn(id), JSON.stringify(doc), doc.dedup ?? null, doc.room ?? null, doc.seq ?? null, rowid]);
    }
    db.exec('DROP TABLE row_forms');
    db.exec(`UPDATE meta SET doc = json_set(doc, '$.current', 1, '$.oldest', 1) WHERE id = 'format'`);
    db.exec('COMMIT');
  });
}

/** As a version that does not declare the index leaves it: without it, and without the values of its columns. */
export function dropIndex(dir: string, name: string, columns: string[]): void {
  within(dir, (db) => {
    db.exec(`DROP INDEX "log_${name}"`);
    db.exec(`UPDATE log SET ${columns.map((column) => `"f_${column}" = NULL`).join()}`);
  });
}

/** How many rows of the log are of an older form, and how many are packed with a key as their id. */
export const rowForms = (dir: string): { older: number; packed: number } =>
  within(dir, (db) => {
    const sql = `SELECT count(*) FILTER (WHERE typeof(doc) = 'blob' AND typeof(id) = 'blob'), count(*) FROM log`;
    const [packed, all] = db.prepare(sql).raw().get([]) as [number, number];
    return { older: all - packed, packed };
  });

/** Bytes of the log's table and of its indexes for each row of it. */
export const bytesPerRow = (dir: string): Record<string, number> =>
  within(dir, (db) => {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const [rows] = db.prepare('SELECT count(*) FROM log').raw().get([]) as [number];
    const sql = `SELECT name, sum(pgsize) FROM dbstat
                 WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'log') GROUP BY name`;
    const parts = db.prepare(sql).raw().all([]) as [string, number][];
    return Object.fromEntries(parts.map(([name, bytes]) => [name, bytes / rows]));
  });
