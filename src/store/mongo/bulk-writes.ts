/**
 * Writes whose single outcomes the caller does not need. They go as a few bulks, which together take one wait for the
 * majority and the journal. Sets of one document keep their order in one ordered bulk. Puts and deletions go in rounds
 * with each document at most once, because an unordered bulk runs its writes in any order.
 */
import { type AnyBulkWriteOperation, type Collection, type Db, MongoBulkWriteError, type WriteError } from 'mongodb';
import { holdsWithoutDoc } from '../guards.js';
import { idOf, type Write } from '../store.js';
import { isRefusal, isRefusedById } from './failures.js';
import { guardedFilter, type Stored } from './filters.js';
import { allSettledOrThrow, changeOf } from './writes.js';

type Operation = AnyBulkWriteOperation<Stored>;
type SetWrite = Extract<Write, { op: 'set' }>;

/** None of the writes may change a field of a unique index. */
export async function writeBulks(db: Db, writes: readonly Write[]): Promise<void> {
  const byCollection = new Map<Write['in'], Write[]>();
  for (const write of writes) {
    const own = byCollection.get(write.in);
    if (own) own.push(write);
    else byCollection.set(write.in, [write]);
  }
  const all = [...byCollection].map(([name, own]) => writeInto(db.collection<Stored>(name), own));
  await allSettledOrThrow(all);
}

async function writeInto(collection: Collection<Stored>, writes: readonly Write[]): Promise<void> {
  const made = new Set(writes.filter(({ op }) => op !== 'set').map(idOf));
  await setInOrder(
    collection,
    writes.filter((write): write is SetWrite => write.op === 'set' && !made.has(idOf(write))),
  );
  for (const round of roundsOf(writes.filter((write) => made.has(idOf(write))))) await writeRound(collection, round);
}

/** An ordered bulk stops at a refused set (an `inc` of a field that is no number); the sets after it are sent again. */
async function setInOrder(collection: Collection<Stored>, sets: readonly SetWrite[]): Promise<void> {
  for (let from = 0; from < sets.length; ) {
    const [refused] = await refusals(collection, sets.slice(from).map(operationOf), true);
    if (!refused) return;
    from += refused.index + 1;
  }
}

/** Puts each write into the round after the previous write of the same document. */
function roundsOf(writes: readonly Write[]): Write[][] {
  const rounds: Write[][] = [];
  const next = new Map<string, number>();
  for (const write of writes) {
    const at = next.get(idOf(write)) ?? 0;
    next.set(idOf(write), at + 1);
    const round = rounds[at] ?? [];
    rounds[at] = round;
    round.push(write);
  }
  return rounds;
}

/**
 * A put that `_id` refuses found a document that its guard does not allow, or one that was inserted in between, as in
 * `put`.
 */
async function writeRound(collection: Collection<Stored>, round: readonly Write[]): Promise<void> {
  const possible = round.filter((write) => write.op !== 'put' || !write.guard?.absent || holdsWithoutDoc(write.guard));
  const refused = await refusals(collection, possible.map(operationOf), false);
  const again = refused.filter(isRefusedById).flatMap(({ index }) => {
    const write = possible[index];
    return write?.op === 'put' && !write.guard?.absent ? [replacementOf(write, false)] : [];
  });
  await refusals(collection, again, false);
}

/** The writes that a unique index or the type of a field refused; any other failure is thrown. */
async function refusals(
  collection: Collection<Stored>,
  operations: Operation[],
  ordered: boolean,
): Promise<WriteError[]> {
  if (operations.length === 0) return [];
  try {
    await collection.bulkWrite(operations, { ordered });
    return [];
  } catch (cause) {
    if (!(cause instanceof MongoBulkWriteError) || cause.result.getWriteConcernError()) throw cause;
    const refused = cause.result.getWriteErrors();
    if (refused.length === 0 || !refused.every(isRefusal)) throw cause;
    return refused;
  }
}

function operationOf(write: Write): Operation {
  if (write.op === 'set') {
    return { updateOne: { filter: guardedFilter(write.in, write.id, write.guard), update: changeOf(write) } };
  }
  if (write.op === 'del') return { deleteOne: { filter: guardedFilter(write.in, write.id, write.guard) } };
  if (write.guard?.absent) return { insertOne: { document: { ...write.doc } } };
  return replacementOf(write, holdsWithoutDoc(write.guard));
}

function replacementOf({ in: into, doc, guard }: Extract<Write, { op: 'put' }>, upsert: boolean): Operation {
  const { _id, ...replacement } = doc;
  return { replaceOne: { filter: guardedFilter(into, _id, guard), replacement, upsert } };
}
