import Database from 'libsql';

/**
 * Pages of the write-ahead log (64 MiB) before a checkpoint. Rare checkpoints are cheaper, because a hot page is then
 * written once.
 */
const CHECKPOINT_PAGES = 16_000;
const CACHE_KIB = 65_536;

/** A checker that closes may hold the file for a moment. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * One connection and its prepared statements. One process at a time writes (exclusive-lock.ts); others may read beside
 * it, each statement in a snapshot of its own.
 */
export class Connection {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  /** Whether the packed collections may hold rows of an older form (row-forms.ts). */
  hasOldRows = true;

  constructor(file: string, { readOnly }: { readOnly?: true } = {}) {
    this.#db = connected(file);
    const pragmas = [`busy_timeout = ${BUSY_TIMEOUT_MS}`, `cache_size = -${CACHE_KIB}`];
    if (readOnly) pragmas.push('query_only = ON');
    else pragmas.push('journal_mode = WAL', 'synchronous = FULL', `wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // Set before the first page, and never again: on a file that has pages it would be a write.
    if (!readOnly && this.#isEmpty()) pragmas.unshift('auto_vacuum = INCREMENTAL');
    for (const pragma of pragmas) this.#db.exec(`PRAGMA ${pragma}`);
    if (readOnly) return;
    // A version that locked the file itself is noticed by its lock.
    this.exec('BEGIN IMMEDIATE');
    this.exec('COMMIT');
  }

  #isEmpty(): boolean {
    return Number(this.first('PRAGMA page_count', [])?.[0] ?? 0) === 0;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  run(sql: string, values: unknown[]): void {
    this.#prepare(sql).run(values);
  }

  /** The first row as a list of its columns. */
  first(sql: string, values: unknown[]): unknown[] | undefined {
    return this.#prepare(sql).get(values) as unknown[] | undefined;
  }

  all(sql: string, values: unknown[]): unknown[][] {
    return this.#prepare(sql).all(values) as unknown[][];
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      if (/^\s*(select|pragma)/i.test(sql)) statement.raw(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** The driver reports a file that cannot be opened without an error code. */
export function connected(file: string): Database.Database {
  try {
    return new Database(file);
  } catch (cause) {
    throw Object.assign(new Error((cause as Error).message), { code: 'SQLITE_CANTOPEN' });
  }
}
