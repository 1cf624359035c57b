/** Consecutive deletions of a transaction, done with one read and one deletion for all of them, as bulk-inserts.ts. */
import type { ClientSession, Db } from 'mongodb';
import { guardHolds } from '../guards.js';
import type { Write } from '../store.js';
import { pointsFilter, type Stored } from './filters.js';

type Del = Extract<Write, { op: 'del' }>;
export type BulkDeletions = readonly Del[];

/** The writes from `from` on that are deletions in one collection, of different documents. */
export function bulkDeletionsFrom(writes: readonly Write[], from: number): BulkDeletions {
  const ids = new Set<string>();
  const run: Del[] = [];
  for (const write of writes.slice(from)) {
    if (write.op !== 'del' || write.in !== (run[0] ?? write).in || ids.has(write.id)) break;
    ids.add(write.id);
    run.push(write);
  }
  return run;
}

/** The number of deletions before the first one whose guard refuses; all, if none does. */
export async function deleteInBulk(session: ClientSession, db: Db, dels: BulkDeletions): Promise<number> {
  const [first] = dels;
  if (!first) return 0;
  const collection = db.collection<Stored>(first.in);
  const ids = dels.map(({ id }) => id);
  const found = await collection.find(pointsFilter(first.in, '_id', ids), { session }).toArray();
  const byId = new Map(found.map((doc) => [doc._id, doc]));
  const refused = dels.findIndex(({ id, guard }) => !guardHolds(byId.get(id) ?? null, guard));
  const allowed = refused < 0 ? ids : ids.slice(0, refused);
  if (allowed.length > 0) await collection.deleteMany(pointsFilter(first.in, '_id', allowed), { session });
  return allowed.length;
}
