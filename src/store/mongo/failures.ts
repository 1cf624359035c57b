import { MongoBulkWriteError, MongoError, MongoServerError, type WriteError } from 'mongodb';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import { declaredName } from '../sharding.js';
import { StoreUnavailable } from '../store.js';

const DUPLICATE_KEY = 11_000;
const TYPE_MISMATCH = 14;

/**
 * Runs an operation within a deadline that holds whatever the driver waits for: its own retries, a frozen server, a
 * full pool. Failures of the driver become errors of the port; a late one names the operation.
 */
export async function reaching<T>(withinMs: number, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(
      withinMs,
      work(),
      (ms) => new StoreUnavailable(`MongoDB: no answer to ${what} within ${ms} ms`),
    );
  } catch (cause) {
    throw portError(cause);
  }
}

function portError(cause: unknown): unknown {
  if (!(cause instanceof MongoError)) return cause;
  return new StoreUnavailable(`MongoDB: ${cause.name}: ${cause.message}`, { cause });
}

/** The name of the unique index that refused the write (`_id` for the key), or undefined for any other failure. */
export function refusedBy(cause: unknown): string | undefined {
  if (!(cause instanceof MongoServerError) || cause.code !== DUPLICATE_KEY) return undefined;
  const index = /index: (\S+) dup key/.exec(cause.message)?.[1];
  if (index === undefined) return undefined;
  return index === '_id_' ? '_id' : declaredName(index);
}

const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;

/** The server does not have the snapshot any more. */
export function isSnapshotTooOld(failure: unknown): boolean {
  const cause = failure instanceof StoreUnavailable ? failure.cause : failure;
  return cause instanceof MongoServerError && (cause.code === SNAPSHOT_TOO_OLD || cause.code === SNAPSHOT_UNAVAILABLE);
}

/** An `inc` of a field that is no number; treated like a refused guard. */
export const isTypeMismatch = (cause: unknown): boolean =>
  cause instanceof MongoServerError && cause.code === TYPE_MISMATCH;

/** A write of a bulk that a unique index or the type of a field refused. */
export const isRefusal = ({ code }: WriteError): boolean => code === DUPLICATE_KEY || code === TYPE_MISMATCH;

export const isRefusedById = ({ code, errmsg = '' }: WriteError): boolean =>
  code === DUPLICATE_KEY && errmsg.includes('index: _id_ dup key');

/** An ordered insert that a unique index stopped, if the documents before it are durable as required. */
export function stoppedInsert(failure: unknown): { appended: number; by: string } | undefined {
  const cause = failure instanceof StoreUnavailable ? failure.cause : failure;
  if (!(cause instanceof MongoBulkWriteError) || cause.result.getWriteConcernError()) return undefined;
  const by = refusedBy(cause);
  return by === undefined ? undefined : { appended: cause.result.insertedCount, by };
}

/** A document of an answer that would be too large, a `$lookup` that would be, a document of a query that would be. */
const TOO_LARGE = new Set([10_334, 4_568, 17_419, 17_420]);

export function isTooLarge(failure: unknown): boolean {
  const cause = failure instanceof StoreUnavailable ? failure.cause : failure;
  return cause instanceof MongoServerError && TOO_LARGE.has(Number(cause.code));
}
