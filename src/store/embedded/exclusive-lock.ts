import { dirname, join } from 'node:path';
import type Database from 'libsql';
import { connected } from './database.js';

const LOCK_FILE = 'store.lock';

/**
 * The lock of a data folder: SQLite's own lock on a file of one page, which the system frees however the process ends.
 * The store's file itself is not locked, so that backups and checkers can read beside the service.
 */
export class ExclusiveLock {
  readonly #db: Database.Database;

  /** Throws SQLITE_BUSY if another process or thread has it. */
  constructor(storeFile: string) {
    this.#db = connected(join(dirname(storeFile), LOCK_FILE));
    this.#db.exec('BEGIN EXCLUSIVE');
    const { user_version: version } = this.#db.prepare('PRAGMA user_version').get([]) as { user_version: number };
    if (version > 0) return;
    // SQLite begins an empty file with a write, which a full disk would refuse at a later start.
    for (const sql of ['PRAGMA user_version = 1', 'COMMIT', 'BEGIN EXCLUSIVE']) this.#db.exec(sql);
  }

  release(): void {
    this.#db.close();
  }
}
