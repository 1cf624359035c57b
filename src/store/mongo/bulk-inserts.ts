/**
 * Consecutive inserts of a transaction, done with one read and one insert for all of them. A hundred reported events
 * would otherwise cost two hundred round trips.
 */
import { type ClientSession, type Db, MongoBulkWriteError } from 'mongodb';
import type { Write } from '../store.js';
import { pointsFilter, type Stored } from './filters.js';

type Put = Extract<Write, { op: 'put' }>;
export type BulkInserts = readonly Put[];

/** The writes from `from` on that are inserts into one collection under different ids. */
export function bulkInsertsFrom(writes: readonly Write[], from: number): BulkInserts {
  const ids = new Set<string>();
  const run: Put[] = [];
  for (const write of writes.slice(from)) {
    if (!isInsert(write) || write.in !== (run[0] ?? write).in || ids.has(write.doc._id)) break;
    ids.add(write.doc._id);
    run.push(write);
  }
  return run;
}

const isInsert = (write: Write): write is Put =>
  write.op === 'put' && write.guard?.absent === true && Object.keys(write.guard).length === 1;

/** The number of inserts before the first document that exists already; all, if none exists. */
export async function insertInBulk(session: ClientSession, db: Db, puts: BulkInserts): Promise<number> {
  const [first] = puts;
  if (!first) return 0;
  const collection = db.collection<Stored>(first.in);
  const ids = puts.map(({ doc }) => doc._id);
  const there = await collection
    .find(pointsFilter(first.in, '_id', ids), { session, projection: { _id: 1 } })
    .toArray();
  const taken = new Set(there.map(({ _id }) => _id));
  const upTo = taken.size === 0 ? puts.length : ids.findIndex((id) => taken.has(id));
  const docs = puts.slice(0, upTo).map(({ doc }) => ({ ...doc }));
  if (docs.length > 0) await collection.insertMany(docs, { session, ordered: true });
  return upTo;
}

/** The index of the failed insert. */
export const failedInsert = (cause: unknown): number =>
  cause instanceof MongoBulkWriteError ? cause.result.insertedCount : 0;
