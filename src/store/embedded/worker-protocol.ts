import type { CollectionName } from '../collections.js';
import type { Guard, LinkedStart, LinkedStep, Range, Scalar } from '../store.js';

/**
 * The requests of the main thread to the worker. Documents travel as JSON text, because the worker stores them as text,
 * and a string is cheaper to pass than a tree. `keys` are the values of the collection's columns (columns.ts).
 */
export type ReadRequest =
  | { op: 'points'; from: CollectionName; field: string; values: Scalar[] }
  | { op: 'range'; from: CollectionName; range: Range }
  | { op: 'count'; from: CollectionName; range: Range }
  | { op: 'linked'; from: CollectionName; start: LinkedStart; steps: readonly LinkedStep[] };

export type WriteStep =
  | { op: 'put'; in: CollectionName; id: string; doc: string; keys: Scalar[]; guard?: Guard | undefined }
  | {
      op: 'set';
      in: CollectionName;
      id: string;
      set?: Record<string, unknown> | undefined;
      unset?: string[] | undefined;
      inc?: Record<string, number> | undefined;
      guard?: Guard | undefined;
    }
  | { op: 'del'; in: CollectionName; id: string; guard?: Guard | undefined };

/**
 * Entries of the log, one after the other in one flat list, because a list of texts and numbers is cheaper to pass than
 * objects: the id, the document, the set of columns that hold something (columns.ts), and the values of those.
 */
export type PackedEntries = NonNullable<Scalar>[];

export type WriteRequest =
  | { op: 'append'; entries: PackedEntries }
  | { op: 'write'; steps: WriteStep[] }
  | { op: 'transaction'; steps: WriteStep[] };

/** Of the indexes: those that are being built, those that differ from collections.ts, and the drop of one. */
export type SchemaRequest =
  | { op: 'builds' }
  /** From now on all reads of this reader see the store as it is now. */
  | { op: 'hold_snapshot' }
  | { op: 'differences' }
  /** Rewrites the file without free pages. */
  | { op: 'vacuum' }
  | { op: 'drop_index'; from: CollectionName; index: string };

export type Request = ReadRequest | WriteRequest | SchemaRequest | { op: 'ping' } | { op: 'close' };

/** A failure as data, because errors cannot cross the threads. The main thread makes an error of it again. */
export interface Failure {
  kind: 'unavailable' | 'locked' | 'error';
  message: string;
}

export type Answer = { id: number; value: unknown } | { id: number; failure: Failure };

/** All requests of one tick, in one message. */
export type RequestBatch = { id: number; request: Request }[];

/**
 * `restore`: as `serve`, into a store that a restore may have filled in part. `serve`: the only writer, with the schema of this version. `read`: beside the writer; nothing is changed. `schema`:
 * the only writer, and the schema stays as it is, for the command that drops indexes.
 */
export type StoreMode = 'serve' | 'restore' | 'read' | 'schema';

export interface WorkerSetting {
  file: string;
  mode: StoreMode;
  /** How often the thread looks for free space. */
  shrinkEveryMs?: number;
}
