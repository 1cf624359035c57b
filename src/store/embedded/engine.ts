import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatTable } from '#src/domain/log/format-table.js';
import type { CollectionName } from '../collections.js';
import {
  FORMAT_ID,
  RESTORE_ID,
  refuseNewerFormat,
  refuseUnfinished,
  type StoreFormat,
  withRowFormat,
} from '../schema/format.js';
import { missingIndex } from '../schema/index-builds.js';
import { type Doc, StoreUnavailable } from '../store.js';
import { ColumnFills } from './column-fills.js';
import { Connection } from './database.js';
import { failureOf } from './failures.js';
import { FreeSpace, vacuum } from './free-space.js';
import { read } from './reads.js';
import { differencesOf, dropIndex, openTables } from './tables.js';
import type {
  Answer,
  ReadRequest,
  Request,
  RequestBatch,
  SchemaRequest,
  StoreMode,
  WriteRequest,
} from './worker-protocol.js';
import { write } from './writes.js';

/** An empty write needs one page, but the refused writes need more than that. */
const FREE_BYTES_MIN = 262_144;

const isRead = (request: Request): request is ReadRequest =>
  request.op === 'points' || request.op === 'range' || request.op === 'count' || request.op === 'linked';

const isSchemaRequest = (request: Request): request is SchemaRequest =>
  request.op === 'hold_snapshot' ||
  request.op === 'builds' ||
  request.op === 'differences' ||
  request.op === 'drop_index' ||
  request.op === 'vacuum';

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

  readonly #fills: ColumnFills;
  readonly #freeSpace: FreeSpace;
  #isClosed = false;

  constructor(file: string, db = new Connection(file), mode: StoreMode = 'serve') {
    this.#file = file;
    this.#db = db;
    refuseNewerFormat(metaIn<StoreFormat>(db, FORMAT_ID));
    if (mode !== 'restore') refuseUnfinished(metaIn(db, RESTORE_ID));
    if (mode === 'read') refuseIncomplete(db);
    if (mode === 'serve' || mode === 'restore')
      openTables(db, withRowFormat(metaIn(db, FORMAT_ID), formatTable.packedRows));
    this.#fills = new ColumnFills(db);
    this.#freeSpace = new FreeSpace(db);
  }

  /** Runs a batch and answers in at most two parts: reads, then writes. */
  run(batch: RequestBatch, answer: (answers: Answer[]) => void): void {
    const reads: Answer[] = [];
    const writes: { id: number; request: WriteRequest }[] = [];
    for (const { id, request } of batch) {
      if (isRead(request)) reads.push(this.#attempt(id, () => this.#read(request)));
      else if (isSchemaRequest(request)) reads.push(this.#attempt(id, () => this.#schema(request)));
      else if (request.op === 'ping') reads.push(this.#attempt(id, () => this.#ping()));
      else if (request.op !== 'close') writes.push({ id, request });
    }
    if (reads.length > 0) answer(reads);
    if (writes.length > 0) answer(this.#commit(writes));
  }

  /** Whether columns are still to be filled; a closed store fills none. */
  get isFilling(): boolean {
    return !this.#isClosed && !this.#fills.isComplete;
  }

  fillSlice(): void {
    this.#fills.slice();
  }

  get hasMuchFreeSpace(): boolean {
    return !this.#isClosed && this.#freeSpace.isMuch;
  }

  giveBackSome(): void {
    this.#freeSpace.giveBackSome();
  }

  close(): void {
    this.#isClosed = true;
    this.#db.close();
  }

  #read(request: ReadRequest): unknown {
    for (const [from, index] of indexesOf(request)) this.#fills.refuseUnfinished(from, index);
    return read(this.#db, request, this.#db.hasOldRows);
  }

  #schema(request: SchemaRequest): unknown {
    if (request.op === 'builds') return this.#fills.builds();
    if (request.op === 'hold_snapshot') {
      this.#db.exec('BEGIN');
      return this.#db.first('SELECT count(*) FROM meta', []) !== undefined;
    }
    if (request.op === 'vacuum') vacuum(this.#db);
    if (request.op === 'drop_index') dropIndex(this.#db, request.from, request.index);
    return differencesOf(this.#db);
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

/** The indexes that a read walks. */
function indexesOf(request: ReadRequest): [CollectionName, string][] {
  if (request.op === 'points') return [];
  if (request.op !== 'linked') return [[request.from, request.range.index]];
  return 'range' in request.start ? [[request.from, request.start.range.index]] : [];
}

/** A document about the store itself, before its tables are opened. */
function metaIn<T extends Doc>(db: Connection, id: string): T | null {
  if (!db.first("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'", [])) return null;
  const row = db.first('SELECT doc FROM meta WHERE id = ?', [id]);
  return row ? (JSON.parse(row[0] as string) as T) : null;
}

function refuseIncomplete(db: Connection): void {
  const missing = differencesOf(db).find(({ kind }) => kind !== 'undeclared');
  if (missing) throw new StoreUnavailable(missingIndex(missing.collection, missing.index));
}

function refuseFullDisk(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  throw Object.assign(new Error('no space is left'), { code: 'SQLITE_FULL' });
}
