/**
 * Documents of a transaction that must not be there yet, one behind the other: one question and one insert for all of
 * them. A hundred reported events would otherwise be two hundred round trips.
 */
import { type ClientSession, type Db, MongoBulkWriteError } from 'mongodb';
import type { Write } from '../store.js';
import type { Stored } from './filters.js';

type Put = Extract<Write, { op: 'put' }>;
export type BulkInserts = readonly Put[];

/** How many of the writes from `from` on are such, into one collection and under different ids. */
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

/** How many could be put before one that is there already; all, when none is. */
export async function insertInBulk(session: ClientSession, db: Db, puts: BulkInserts): Promise<number> {
  const [first] = puts;
  if (!first) return 0;
  const collection = db.collection<Stored>(first.in);
  const ids = puts.map(({ doc }) => doc._id);
  const there = await collection.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
  const taken = new Set(there.map(({ _id }) => _id));
  const upTo = taken.size === 0 ? puts.length : ids.findIndex((id) => taken.has(id));
  const docs = puts.slice(0, upTo).map(({ doc }) => ({ ...doc }));
  if (docs.length > 0) await collection.insertMany(docs, { session, ordered: true });
  return upTo;
}

/** Which of the puts a failure is about. */
export const failedInsert = (cause: unknown): number =>
  cause instanceof MongoBulkWriteError ? cause.result.insertedCount : 0;
