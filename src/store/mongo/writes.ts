import type { Collection, Db } from 'mongodb';
import { collections, fieldsHeldBy, type IndexSpec } from '../collections.js';
import { guardHolds, holdsWithoutDoc } from '../guards.js';
import { documentOf, type TransactionResult, type Write } from '../store.js';
import { isTypeMismatch, refusedBy } from './failures.js';
import { guardedFilter, idFilter, type Stored } from './filters.js';

/** The fields of each collection's unique indexes. */
const uniqueFields = new Map(
  Object.entries(collections).map(([name, { indexes }]) => {
    const unique = Object.values<IndexSpec>(indexes).filter((index) => index.unique);
    return [name, new Set(unique.flatMap(fieldsHeldBy))];
  }),
);
const uniqueFieldsOf = (write: Write): ReadonlySet<string> => uniqueFields.get(write.in) as Set<string>;

type Put = Extract<Write, { op: 'put' }>;
type Del = Extract<Write, { op: 'del' }>;

/**
 * Sends each write alone, for callers that need each outcome: a bulk returns sums only. Writes that could conflict run
 * one after the other: writes of one document, and in a collection with a unique index those that may change an indexed
 * field. All others run in parallel.
 */
export async function writeAll(db: Db, writes: Write[]): Promise<boolean[]> {
  const results: boolean[] = Array(writes.length).fill(false);
  const chains = new Map<string, Promise<void>>();
  const chained = new Set(writes.filter(mayChangeUnique).map(documentOf));
  writes.forEach((write, at) => {
    const document = documentOf(write);
    const key = chained.has(document) ? write.in : document;
    const one = async () => {
      results[at] = await writeOne(db.collection<Stored>(write.in), write);
    };
    chains.set(key, chains.get(key)?.then(one) ?? one());
  });
  await allSettledOrThrow([...chains.values()]);
  return results;
}

/**
 * Separates the writes that may change a field of a unique index, and all other writes of their documents. A deletion, of
 * a document or of such a field, matters only to a later write that takes its place in the index.
 */
export function splitByUniqueIndex(writes: readonly Write[]): { unique: Write[]; others: Write[] } {
  const taken = new Set(writes.filter(mayTakePlace).map((write) => write.in));
  const chained = new Set(writes.filter((write) => taken.has(write.in) && mayChangeUnique(write)).map(documentOf));
  const unique = writes.filter((write) => chained.has(documentOf(write)));
  return { unique, others: unique.length === 0 ? [...writes] : writes.filter((one) => !chained.has(documentOf(one))) };
}

/** Edits, reactions and the sweep set fields of log entries, none of which is in a unique index. */
function mayChangeUnique(write: Write): boolean {
  if (write.op === 'del') return uniqueFieldsOf(write).size > 0;
  if (mayTakePlace(write)) return true;
  return write.op === 'set' && (write.unset ?? []).some((field) => uniqueFieldsOf(write).has(field));
}

/** Whether a unique index may refuse it. */
function mayTakePlace(write: Write): boolean {
  const unique = uniqueFieldsOf(write);
  if (write.op !== 'set') return write.op === 'put' && unique.size > 0;
  return [write.set, write.inc].some((fields) => Object.keys(fields ?? {}).some((field) => unique.has(field)));
}

/** All work must have ended before the caller sees a failure. */
export async function allSettledOrThrow(work: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/**
 * A single write is atomic by itself. A transaction for it would outlive a process that dies in it, and keep the
 * document locked for a minute.
 */
export async function writeAlone(db: Db, write: Write): Promise<TransactionResult> {
  try {
    const isDone = await execute(db.collection<Stored>(write.in), write);
    return isDone ? { ok: true } : { ok: false, at: 0, reason: 'guard' };
  } catch (cause) {
    const by = refusedBy(cause);
    if (by === '_id' || isTypeMismatch(cause)) return { ok: false, at: 0, reason: 'guard' };
    if (by !== undefined) return { ok: false, at: 0, reason: 'unique', by };
    throw cause;
  }
}

async function writeOne(collection: Collection<Stored>, write: Write): Promise<boolean> {
  try {
    return await execute(collection, write);
  } catch (cause) {
    if (refusedBy(cause) !== undefined || isTypeMismatch(cause)) return false;
    throw cause;
  }
}

async function execute(collection: Collection<Stored>, write: Write): Promise<boolean> {
  if (write.op === 'put') return put(collection, write);
  if (write.op === 'del') return del(collection, write);
  const { matchedCount } = await collection.updateOne(guardedFilter(write.in, write.id, write.guard), changeOf(write));
  return matchedCount === 1;
}

export function changeOf(write: Write & { op: 'set' }): Record<string, Record<string, unknown>> {
  const unset = Object.fromEntries((write.unset ?? []).map((field) => [field, true]));
  return { $set: { ...write.set }, $unset: unset, $inc: { ...write.inc } };
}

/**
 * If the guard does not match, the upsert tries to insert and is refused by `_id`. Either the guard refuses, or another
 * put has inserted the document in between. A second attempt without the insert tells them apart.
 */
async function put(collection: Collection<Stored>, { in: into, doc, guard }: Put): Promise<boolean> {
  const { _id, ...content } = doc;
  const filter = guardedFilter(into, _id, guard);
  if (guard?.absent) return holdsWithoutDoc(guard) ? insert(collection, doc) : false;
  const upsert = holdsWithoutDoc(guard);
  try {
    const { matchedCount, upsertedCount } = await collection.replaceOne(filter, content, { upsert });
    return matchedCount + upsertedCount === 1;
  } catch (cause) {
    if (refusedBy(cause) !== '_id') throw cause;
    return (await collection.replaceOne(filter, content)).matchedCount === 1;
  }
}

async function insert(collection: Collection<Stored>, doc: Stored): Promise<boolean> {
  await collection.insertOne(doc);
  return true;
}

async function del(collection: Collection<Stored>, { in: from, id, guard }: Del): Promise<boolean> {
  const { deletedCount } = await collection.deleteOne(guardedFilter(from, id, guard));
  if (deletedCount === 1) return true;
  return guardHolds(await collection.findOne(idFilter(from, id)), guard);
}
