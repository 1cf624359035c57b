import { Connection } from './database.js';
import type { Answer, Parcel, ReadRequest, Request, WriteRequest } from './exchange.js';
import { failureOf } from './failures.js';
import { needsSettling, readLog, settleForRead } from './log-reads.js';
import { LogTail } from './log-tail.js';
import { count, points, range } from './reads.js';
import { openTables } from './tables.js';
import { write } from './writes.js';

const isRead = (request: Request): request is ReadRequest =>
  request.op === 'points' || request.op === 'range' || request.op === 'count';

/**
 * Group commit: all writes that wait are one SQLite transaction, one fsync, and are answered after it. Between two
 * groups everything in the file is durable, so the reads of a group go first: they wait for no fsync of their own
 * group, and nobody ever sees what a power cut could take back.
 */
export class Engine {
  readonly #db: Connection;
  readonly #file: string;
  readonly #tail: LogTail;

  constructor(file: string) {
    this.#file = file;
    this.#db = new Connection(file);
    openTables(this.#db);
    this.#tail = new LogTail(this.#db);
  }

  /** Carries out what has come in, handing the answers over in two lots at most: reads, then writes. */
  run(parcel: Parcel, answer: (answers: Answer[]) => void): void {
    const reads: Answer[] = [];
    const writes: { id: number; request: WriteRequest | ReadRequest }[] = [];
    for (const { id, request } of parcel) {
      if (isRead(request) && !this.#mustSettle(request)) reads.push(this.#attempt(id, () => this.#read(request)));
      else if (request.op === 'ping') reads.push(this.#attempt(id, () => this.#db.first('SELECT 1', []) !== undefined));
      else if (request.op !== 'close') writes.push({ id, request });
    }
    if (reads.length > 0) answer(reads);
    if (writes.length > 0) answer(this.#commit(writes));
  }

  /** Leaves nothing in the tail, so that the next start has nothing to read back. */
  close(): void {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      this.#tail.settleAll();
      this.#db.exec('COMMIT');
    } catch {
      // A full disk, say. The tail stays where it is: it is as durable as the table.
      this.#rollBack();
    }
    this.#db.close();
  }

  #mustSettle = (request: ReadRequest): boolean => request.from === 'log' && needsSettling(this.#tail, request);

  #read(request: ReadRequest): unknown {
    if (request.from === 'log') return readLog(this.#db, this.#tail, request);
    if (request.op === 'points') return points(this.#db, request.from, request.field, request.values);
    if (request.op === 'count') return count(this.#db, request.from, request.range);
    return range(this.#db, request.from, request.range).map(([, doc]) => doc);
  }

  #write(request: WriteRequest | ReadRequest): unknown {
    if (!isRead(request)) return write(this.#db, this.#tail, request);
    settleForRead(this.#tail, request);
    return this.#read(request);
  }

  #commit(writes: { id: number; request: WriteRequest | ReadRequest }[]): Answer[] {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const answers = writes.map(({ id, request }) => this.#attempt(id, () => this.#write(request), 'throw'));
      this.#tail.finish();
      this.#db.exec('COMMIT');
      return answers;
    } catch (cause) {
      this.#rollBack();
      this.#tail.reload();
      const failure = failureOf(cause, this.#file);
      return writes.map(({ id }) => ({ id, failure }));
    }
  }

  /** A mistake in one request is answered to that one; a failing store fails the whole group. */
  #attempt(id: number, work: () => unknown, onStoreFailure: 'answer' | 'throw' = 'answer'): Answer {
    try {
      return { id, value: work() };
    } catch (cause) {
      const failure = failureOf(cause, this.#file);
      if (failure.kind !== 'error' && onStoreFailure === 'throw') throw cause;
      return { id, failure };
    }
  }

  /** SQLite may have rolled back by itself already. */
  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
  }
}
