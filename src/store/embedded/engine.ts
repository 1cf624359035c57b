import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Connection } from './database.js';
import { failureOf } from './failures.js';
import { read } from './reads.js';
import { openTables } from './tables.js';
import type { Answer, ReadRequest, Request, RequestBatch, WriteRequest } from './worker-protocol.js';
import { write } from './writes.js';

/** An empty write needs one page, but the refused writes need more than that. */
const FREE_BYTES_MIN = 262_144;

const isRead = (request: Request): request is ReadRequest =>
  request.op === 'points' || request.op === 'range' || request.op === 'count';

/**
 * Group commit: all waiting writes are one SQLite transaction with one fsync, and are answered after it. Between two
 * groups everything in the file is durable. Therefore the reads of a group run first: they do not wait for the fsync of
 * their own group, and no read returns data that a power cut could take back.
 */
export class Engine {
  readonly #db: Connection;
  readonly #file: string;
  /** Whether the last group of writes failed. A successful write or ping ends it. */
  #isFailing = false;

  constructor(file: string, db = new Connection(file)) {
    this.#file = file;
    this.#db = db;
    openTables(this.#db);
  }

  /** Runs a batch and answers in at most two parts: reads, then writes. */
  run(batch: RequestBatch, answer: (answers: Answer[]) => void): void {
    const reads: Answer[] = [];
    const writes: { id: number; request: WriteRequest }[] = [];
    for (const { id, request } of batch) {
      if (isRead(request)) reads.push(this.#attempt(id, () => read(this.#db, request)));
      else if (request.op === 'ping') reads.push(this.#attempt(id, () => this.#ping()));
      else if (request.op !== 'close') writes.push({ id, request });
    }
    if (reads.length > 0) answer(reads);
    if (writes.length > 0) answer(this.#commit(writes));
  }

  close(): void {
    this.#db.close();
  }

  /** A read. After failed writes it is an empty write, because the node takes no writes until a ping succeeds. */
  #ping(): boolean {
    if (this.#isFailing) {
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        this.#db.exec('PRAGMA user_version = 0');
        refuseFullDisk(this.#file);
        this.#db.exec('COMMIT');
        this.#isFailing = false;
      } catch (cause) {
        this.#rollBack();
        throw cause;
      }
    }
    return this.#db.first('SELECT 1', []) !== undefined;
  }

  #commit(writes: { id: number; request: WriteRequest }[]): Answer[] {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const answers = writes.map(({ id, request }) => this.#attempt(id, () => write(this.#db, request), 'throw'));
      this.#db.exec('COMMIT');
      this.#isFailing = false;
      return answers;
    } catch (cause) {
      this.#isFailing = true;
      this.#rollBack();
      const failure = failureOf(cause, this.#file);
      return writes.map(({ id }) => ({ id, failure }));
    }
  }

  /** A mistake in one request fails that request; a failing store fails the whole group. */
  #attempt(id: number, work: () => unknown, onStoreFailure: 'answer' | 'throw' = 'answer'): Answer {
    try {
      return { id, value: work() };
    } catch (cause) {
      const failure = failureOf(cause, this.#file);
      if (failure.kind !== 'error' && onStoreFailure === 'throw') throw cause;
      return { id, failure };
    }
  }

  /** SQLite may have rolled back already. */
  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }
}

function refuseFullDisk(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  throw Object.assign(new Error('no space is left'), { code: 'SQLITE_FULL' });
}
