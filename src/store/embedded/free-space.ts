/**
 * Gives the pages of deleted rows back to the file system, in small steps between the requests. Some stay for the next
 * rows. Files of versions before this one keep their free pages until the command of an operator (`vacuum`).
 */
import { openFills } from './column-fills.js';
import type { Connection } from './database.js';

/** Begins above this number of free pages (16 MB), and ends below that one (4 MB). */
const FREE_PAGES_MAX = 4_096;
const FREE_PAGES_KEPT = 1_024;
/** Pages of one step (1 MB), which took 3 to 8 ms. */
const STEP_PAGES = 256;
const INCREMENTAL = 2;

export class FreeSpace {
  readonly #db: Connection;
  readonly #canShrink: boolean;
  #isShrinking = false;

  constructor(db: Connection) {
    this.#db = db;
    this.#canShrink = this.#pragma('auto_vacuum') === INCREMENTAL;
  }

  /** Whether there is a step to do. */
  get isMuch(): boolean {
    if (!this.#canShrink) return false;
    this.#isShrinking = this.#pragma('freelist_count') > (this.#isShrinking ? FREE_PAGES_KEPT : FREE_PAGES_MAX);
    return this.#isShrinking;
  }

  /** A commit of its own. The last step shortens the file, which a checkpoint does. */
  giveBackSome(): void {
    this.#db.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`);
    if (!this.isMuch) this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  #pragma(name: 'auto_vacuum' | 'freelist_count'): number {
    return Number(this.#db.first(`PRAGMA ${name}`, [])?.[0] ?? 0);
  }
}

/** Rewrites the whole file, which needs its size once more on the disk. The rows get new numbers. */
export function vacuum(db: Connection): void {
  openFills(db);
  db.exec('UPDATE column_fills SET after = 0');
  db.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}`);
  db.exec('VACUUM');
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
