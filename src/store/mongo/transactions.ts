import { type ClientSession, type Db, type MongoClient, type MongoError, MongoErrorLabel } from 'mongodb';
import { guardHolds } from '../guards.js';
import { idOf, type TransactionResult, type Write } from '../store.js';
import { type BulkDeletions, bulkDeletionsFrom, deleteInBulk } from './bulk-deletions.js';
import { type BulkInserts, bulkInsertsFrom, failedInsert, insertInBulk } from './bulk-inserts.js';
import { isTypeMismatch, refusedBy } from './failures.js';
import { idFilter, type Stored } from './filters.js';
import { changeOf, writeAlone } from './writes.js';

type Refusal = Exclude<TransactionResult, { ok: true }>;

/** Aborts the transaction. */
class Refused extends Error {
  readonly result: Refusal;

  constructor(result: Refusal) {
    super('a guard or a unique index refused the transaction');
    this.result = result;
  }
}

/**
 * All or nothing. A guard is read in the transaction's snapshot and its document is written in the same transaction. A
 * change in between is a write conflict: the server aborts one of the two, and the driver tries it again.
 */
export async function transact(client: MongoClient, db: Db, writes: Write[]): Promise<TransactionResult> {
  const [only, ...more] = writes;
  if (only && more.length === 0) return writeAlone(db, only);
  const session = client.startSession();
  try {
    await session.withTransaction(() => writeEach(session, db, writes), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    });
    return { ok: true };
  } catch (cause) {
    if (cause instanceof Refused) return cause.result;
    throw cause;
  } finally {
    await session.endSession();
  }
}

async function writeEach(session: ClientSession, db: Db, writes: Write[]): Promise<void> {
  for (let at = 0; at < writes.length; ) {
    const fresh = bulkInsertsFrom(writes, at);
    const gone = bulkDeletionsFrom(writes, at);
    if (fresh.length > 1) await writeFresh(session, db, fresh, at);
    else if (gone.length > 1) await deleteAll(session, db, gone, at);
    else await writeAt(session, db, writes[at] as Write, at);
    at += Math.max(1, fresh.length, gone.length);
  }
}

async function writeAt(session: ClientSession, db: Db, write: Write, at: number): Promise<void> {
  try {
    if (!(await writeOne(session, db, write))) throw new Refused({ ok: false, at, reason: 'guard' });
  } catch (cause) {
    throw refusalOf(cause, at);
  }
}

async function writeFresh(session: ClientSession, db: Db, puts: BulkInserts, from: number): Promise<void> {
  let upTo: number;
  try {
    upTo = await insertInBulk(session, db, puts);
  } catch (cause) {
    throw refusalOf(cause, from + failedInsert(cause));
  }
  if (upTo < puts.length) throw new Refused({ ok: false, at: from + upTo, reason: 'guard' });
}

async function deleteAll(session: ClientSession, db: Db, dels: BulkDeletions, from: number): Promise<void> {
  const upTo = await deleteInBulk(session, db, dels);
  if (upTo < dels.length) throw new Refused({ ok: false, at: from + upTo, reason: 'guard' });
}

function refusalOf(cause: unknown, at: number): unknown {
  if (isTypeMismatch(cause)) return new Refused({ ok: false, at, reason: 'guard' });
  const by = refusedBy(cause);
  if (by === undefined) return cause;
  if (by !== '_id') return new Refused({ ok: false, at, reason: 'unique', by });
  // The document was inserted after this snapshot. A new snapshot shows it.
  (cause as MongoError).addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return cause;
}

/** False if the guard refuses. */
async function writeOne(session: ClientSession, db: Db, write: Write): Promise<boolean> {
  const collection = db.collection<Stored>(write.in);
  const _id = idOf(write);
  const filter = idFilter(write.in, _id);
  if (write.guard || write.op === 'set') {
    const before = await collection.findOne(filter, { session });
    if (!guardHolds(before, write.guard)) return false;
    if (write.op === 'set' && !before) return false;
  }
  if (write.op === 'set') await collection.updateOne(filter, changeOf(write), { session });
  else if (write.op === 'del') await collection.deleteOne(filter, { session });
  else {
    const { _id: _, ...content } = write.doc;
    await collection.replaceOne(filter, content, { session, upsert: true });
  }
  return true;
}
