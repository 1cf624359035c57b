/**
 * The storage port. It has two engines, which pass one suite (test/store/contract.ts): `embedded/` (SQLite in a worker,
 * one node) and `mongo/` (official driver, replica set). It has no query language: point reads, range reads over
 * declared indexes (collections.ts), guarded writes.
 */
import type { CollectionName } from './collections.js';

/**
 * A stored document: plain JSON. `_id` is unique in its collection. Optional fields are absent, never undefined. Field
 * names contain no NUL, at any depth.
 */
export interface Doc {
  _id: string;
}

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
  /** 1 000 by default, at most 10 000. */
  limit?: number;
}

/**
 * A condition on the stored document, checked in the same step as the write. All given conditions must hold. A missing
 * document satisfies `absent` and `olderThan` only.
 */
export interface Guard {
  absent?: true;
  /** Stored `rev` is missing or smaller: the write of log entry `rev` is not stored yet. */
  olderThan?: number;
  /** Stored top-level fields have exactly these values (null matches a missing field). */
  equals?: Record<string, Scalar>;
  /** Stored number fields are at least these (balances, credits). */
  atLeast?: Record<string, number>;
  /** The stored document is this one, as it was read: with all its fields, in their order. */
  same?: Doc & Record<string, unknown>;
}

export type Write =
  /** Replace or create the whole document. */
  | { op: 'put'; in: CollectionName; doc: Doc & Record<string, unknown>; guard?: Guard }
  /**
   * Change top-level fields of an existing document. A missing document counts as a refused guard. One that leaves the
   * document as it is does not conflict with another transaction on MongoDB.
   */
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

export const idOf = (write: Write): string => (write.op === 'put' ? write.doc._id : write.id);

/** One text for each document of any collection. */
export const documentOf = (write: Write): string => `${write.in}\n${idOf(write)}`;

/**
 * The result of an ordered append. The first `appended` entries are durable. If there are more, a unique index refused
 * the next one, and none of those after it was written. `by` is the name of that index (`_id` for the seq).
 */
export interface AppendResult {
  appended: number;
  refused?: { by: string };
}

/** The result of a transaction: all writes, or none because of write number `at`. */
export type TransactionResult =
  | { ok: true }
  | { ok: false; at: number; reason: 'guard' }
  | { ok: false; at: number; reason: 'unique'; by: string };

/** The documents of a collection whose first field of this index is the id of another document. */
export interface GuardedRange {
  in: CollectionName;
  index: string;
  limit: number;
}

/** A document, and of each range the documents, in the order of its index. */
export interface GuardedDocs<T extends Doc = Doc> {
  doc: T | null;
  guarded: Doc[][];
}

/** Places in an index: for each value of its first field, what lies after `gt`. */
export interface Places {
  index: string;
  after: readonly { first: string; gt: number }[];
  limit: number;
}

/** Ids in another collection, made of the documents of an earlier step; step 0 is the start. */
export type LinkedKey =
  /** What stands in this field, whose name may be a path. */
  | { of: number; field: string }
  /** The same for a list of ids. It is the only key of its step. */
  | { of: number; list: string }
  /** `memberId(_id, account)` for each account of this list but one; none where the field is null. */
  | { of: number; accounts: string; except: string };

export interface LinkedStep {
  in: CollectionName;
  keys: readonly LinkedKey[];
}

export type LinkedStart = { range: Range } | { ids: readonly string[] };

/** The documents of the start, a range in its order, and those of each step in any order. */
export interface LinkedDocs {
  start: Doc[];
  linked: Doc[][];
}

/** A part of a collection, by its ids, that is looked through for a text. `limit`: so many documents at most. */
export interface Scan {
  text: string;
  gt: string;
  lt: string;
  limit: number;
}

/** `docs` contain the text. `last`: the last id that was looked at; null at the end of the part. */
export interface Scanned<T extends Doc> {
  docs: T[];
  last: string | null;
}

/** Reads the store. `http` and `jobs` get this type. */
export interface Reader {
  get<T extends Doc>(from: CollectionName, id: string): Promise<T | null>;
  /** In the order of `ids`; null for missing documents. Calls of one tick are sent as one. */
  getMany<T extends Doc>(from: CollectionName, ids: string[]): Promise<(T | null)[]>;
  /** Point reads over a declared unique index of one field, in the order of `values`. */
  getManyBy<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): Promise<(T | null)[]>;
  range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]>;
  /**
   * Several ranges over one index, none of which holds a document of another: each as `range` answers it. They are read in
   * one round trip where they hold few documents together.
   */
  ranges<T extends Doc>(from: CollectionName, ranges: readonly Range[]): Promise<T[][]>;
  /**
   * What lies after each of these places, in one round trip and in the order of the index; at most `limit` documents
   * together.
   */
  rangeAfterEach<T extends Doc>(from: CollectionName, places: Places): Promise<T[]>;
  /**
   * A document whose version guards others, then these others, in one round trip. The document is read first: read beside
   * them, it could be newer than they are.
   */
  getGuarding<T extends Doc>(
    from: CollectionName,
    id: string,
    ranges: readonly GuardedRange[],
  ): Promise<GuardedDocs<T>>;
  /**
   * The documents of a range, or of a list of ids those that exist, and the documents that they lead to, in one round
   * trip and of one moment. An engine that cannot do this reads the steps one after the other, and the documents of the
   * start once more after the first step, so that none of them is older than the documents of that step.
   */
  getLinked(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]): Promise<LinkedDocs>;
  /**
   * The documents that contain a text in a key, as a value or within a longer text, in the order of their ids. Others are
   * passed over as bytes, which costs a tenth of a read.
   */
  scan<T extends Doc>(from: CollectionName, scan: Scan): Promise<Scanned<T>>;
  /** How many documents the range holds, counted up to `limit` (default 10 000, at most 1 000 000). */
  count(from: CollectionName, range: Range): Promise<number>;
}

/** A store that was opened for reading. It may stand beside the service. */
export interface OpenReader extends Reader {
  /**
   * From now on ranges see the store of this moment, in MongoDB until the log is read, or for as long as the server
   * keeps it.
   */
  holdSnapshot(): Promise<void>;
  close(): Promise<void>;
}

/** Reads and writes the store. Only the actor runtime and the migrations get this type. */
export interface Store extends Reader {
  readonly engine: 'embedded' | 'mongo';
  /**
   * Appends log entries in order, up to the first refused one. Resolves when they are durable (fsync; majority and
   * journaled). A rejection means that the outcome is unknown: send the same entries again.
   */
  append(entries: (Doc & Record<string, unknown>)[]): Promise<AppendResult>;
  /**
   * Guarded writes, in order, each by itself. A refused guard or a unique violation skips the write and gives false.
   * Resolves when all other writes are durable. Only for idempotent writes. With `bulk` the result may be empty,
   * because MongoDB reports single outcomes only for writes that are sent singly.
   */
  write(writes: Write[], how?: { bulk?: true }): Promise<boolean[]>;
  /** Guarded writes, all or nothing. For rare changes: names, balances, creations. May include `put`s into `log`. */
  transaction(writes: Write[]): Promise<TransactionResult>;
  /** ms since epoch by the shared store's clock (one node: this machine's). */
  now(): Promise<number>;
  /** A round trip to the data; throws if the store is unreachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store is unreachable, or did not answer in time. The outcome of a write is unknown. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another process has this store exclusively (no REDIS_URL). The message names it. */
export class StoreLocked extends Error {
  override name = 'StoreLocked';
}

/** An archived stretch of a log has no object, or another one than was written. The rest of the store is reachable. */
export class StretchDamaged extends StoreUnavailable {
  override name = 'StretchDamaged';
  readonly room: string;
  /** Of its first entry. */
  readonly seq: number;

  constructor({ room, seq }: { room: string; seq: number }, why: string) {
    super(`the archived stretch of room ${room} from entry ${seq} on cannot be read: ${why}`);
    this.room = room;
    this.seq = seq;
  }
}
