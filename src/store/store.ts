/**
 * The storage port. Two engines stand behind it and pass one suite (test/store/contract.ts):
 * `embedded/` (SQLite in a worker, one node) and `mongo/` (official driver, replica set).
 * There is no query language: point reads, range reads over declared indexes (collections.ts), guarded writes.
 */
import type { CollectionName } from './collections.js';

/**
 * A stored document: plain JSON. `_id` is unique in its collection. Optional fields are absent, never undefined.
 * Names of fields hold no NUL, at any depth.
 */
export interface Doc {
  _id: string;
}

/** A document as the store takes it. */
export function asDoc<T extends { _id: string }>(value: T): T & Record<string, unknown> {
  return { ...value };
}

export type Scalar = string | number | boolean | null;

/**
 * A range over a declared index. `prefix` fixes the index's first fields; the next field may be bounded.
 * `index: '_id'` ranges over ids (with `gt`/`lt` as strings). Order is the index's, reversed by `desc`.
 */
export interface Range {
  index: string;
  prefix?: Scalar[];
  gt?: Scalar;
  gte?: Scalar;
  lt?: Scalar;
  lte?: Scalar;
  desc?: boolean;
  /** At most this many documents; 1 000 unless told, and never more than 10 000. */
  limit?: number;
}

/**
 * A condition on the stored document, checked in the same step as the write. Several are and-ed.
 * A missing document satisfies `absent` and `olderThan` only.
 */
export interface Guard {
  absent?: true;
  /** Stored `rev` is missing or smaller: the write of log entry `rev` has not landed yet. */
  olderThan?: number;
  /** Stored top-level fields have exactly these values (null matches a missing field). */
  equals?: Record<string, Scalar>;
  /** Stored number fields are at least these (balances, credits). */
  atLeast?: Record<string, number>;
}

export type Write =
  /** Replace or create the whole document. */
  | { op: 'put'; in: CollectionName; doc: Doc & Record<string, unknown>; guard?: Guard }
  /** Change top-level fields of an existing document; a missing document is a refused guard. */
  | {
      op: 'set';
      in: CollectionName;
      id: string;
      set?: Record<string, unknown>;
      unset?: string[];
      inc?: Record<string, number>;
      guard?: Guard;
    }
  | { op: 'del'; in: CollectionName; id: string; guard?: Guard };

/**
 * What became of an ordered append. The first `appended` entries are durable; the one after them, if any, was
 * refused by a unique index and nothing behind it was written. `by` is the name of that index (`_id` for the seq).
 */
export interface AppendResult {
  appended: number;
  refused?: { by: string };
}

/** What became of a transaction: all, or nothing because of write number `at`. */
export type TransactionResult =
  | { ok: true }
  | { ok: false; at: number; reason: 'guard' }
  | { ok: false; at: number; reason: 'unique'; by: string };

/** May read. Handed to http and jobs. */
export interface Reader {
  get<T extends Doc>(from: CollectionName, id: string): Promise<T | null>;
  /** In the order of `ids`; null where there is none. Calls of one tick are sent as one. */
  getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]>;
  /** Point reads over a declared unique index of one field, in the order of `values`. */
  getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]>;
  range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]>;
  /** How many documents the range holds, counted up to `limit` (default 10 000, at most 1 000 000). */
  count(from: CollectionName, range: Range): Promise<number>;
}

/** May write too. Handed to the actor runtime (and to migrations) only. */
export interface Store extends Reader {
  readonly engine: 'embedded' | 'mongo';
  /**
   * Append log entries, in order, stopping at the first refused one. Resolves when they are durable (fsync;
   * majority and journaled). A rejection means the outcome is unknown: send the same entries again.
   */
  append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult>;
  /**
   * Guarded writes, in order, each on its own: a refused guard skips that write (false in the answer).
   * A unique violation also skips it. Resolves when all that were not skipped are durable. Idempotent writes only.
   * With `bulk` nobody looks at the answer, which may be empty then: MongoDB tells the outcome of each write only to
   * those who send each write on its own.
   */
  write(writes: Write[], how?: { bulk?: true }): Promise<boolean[]>;
  /** Guarded writes, all or nothing. Rare by nature: names, balances, creations. May include `put`s into `log`. */
  transaction(writes: Write[]): Promise<TransactionResult>;
  /** ms since epoch by the shared store's clock (one node: this machine's). */
  now(): Promise<number>;
  /** Round trip to where the data is; throws when it is out of reach. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store is out of reach, or did not answer in time. The outcome of a write is unknown. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another process holds this store alone (no REDIS_URL). The message names it. */
export class StoreLocked extends Error {
  override name = 'StoreLocked';
}
