import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import { guardHolds } from '../guards.js';
import type { AppendResult, Doc, Scalar, TransactionResult } from '../store.js';
import { columnName, columnsOf, filledColumns, keysOf, type SqlValue } from './columns.js';
import type { Connection } from './database.js';
import { columnValue, docIn, isDigest, isPacked, sentDoc, storedDoc } from './documents.js';
import { packRowOfId, packRowOfKey } from './row-forms.js';
import { storedId } from './row-ids.js';
import type { PackedEntries, WriteRequest, WriteStep } from './worker-protocol.js';

export function write(db: Connection, request: WriteRequest): unknown {
  switch (request.op) {
    case 'append':
      return append(db, request.entries);
    case 'write':
      return request.steps.map((step) => attempt(db, step) === 'done');
    case 'transaction':
      return transaction(db, request.steps);
  }
}

/** Only the columns that hold something are bound. */
function append(db: Connection, entries: PackedEntries): AppendResult {
  let appended = 0;
  for (let at = 0; at < entries.length; appended += 1) {
    const { sql, fields } = appendSql(entries[at + 2] as number);
    const values: unknown[] = [idOf(db, 'log', entries[at] as string), storedDoc('log', entries[at + 1] as string)];
    for (const [key, field] of fields.entries()) values.push(keyOf(db, 'log', field, entries[at + 3 + key] as Scalar));
    const by = refusalOf('log', () => db.run(sql, values));
    if (by) return { appended, refused: { by } };
    at += 3 + fields.length;
  }
  return { appended };
}

/** The id of a row. An older row with this id is brought into the same form. */
function idOf(db: Connection, collection: CollectionName, id: string): string | Uint8Array {
  if (db.hasOldRows && isPacked(collection)) packRowOfId(db, collection, id);
  return storedId(collection, id);
}

/** The value of a column. An older row with the same value is brought into the same form, so that the index refuses. */
function keyOf(db: Connection, collection: CollectionName, field: string, value: Scalar): SqlValue {
  if (db.hasOldRows && typeof value === 'string' && isDigest(collection, field)) {
    packRowOfKey(db, collection, field, value);
  }
  return columnValue(collection, field, value);
}

function transaction(db: Connection, steps: WriteStep[]): TransactionResult {
  db.exec('SAVEPOINT whole');
  try {
    const result = allOf(db, steps);
    if (!result.ok) db.exec('ROLLBACK TO whole');
    db.exec('RELEASE whole');
    return result;
  } catch (cause) {
    // An open savepoint would be committed with the group. SQLite may have ended the whole group already.
    if (db.inTransaction) {
      db.exec('ROLLBACK TO whole');
      db.exec('RELEASE whole');
    }
    throw cause;
  }
}

/** Stops at the first refused step. */
function allOf(db: Connection, steps: WriteStep[]): TransactionResult {
  for (const [at, step] of steps.entries()) {
    const outcome = attempt(db, step);
    if (outcome === 'guard') return { ok: false, at, reason: 'guard' };
    if (outcome !== 'done') return { ok: false, at, reason: 'unique', by: outcome.by };
  }
  return { ok: true };
}

type Outcome = 'done' | 'guard' | { by: string };

function attempt(db: Connection, step: WriteStep): Outcome {
  if (step.op === 'put' && !step.guard) return store(db, step.in, step.id, step.doc, step.keys);
  const before = stored(db, step.in, step.id);
  if (!guardHolds(before, step.guard)) return 'guard';
  if (step.op === 'put') return store(db, step.in, step.id, step.doc, step.keys);
  if (step.op === 'set') return before ? change(db, before, step) : 'guard';
  db.run(`DELETE FROM ${step.in} WHERE id = ?`, [idOf(db, step.in, step.id)]);
  return 'done';
}

function stored(db: Connection, from: CollectionName, id: string): Record<string, unknown> | null {
  const row = db.first(`SELECT doc FROM ${from} WHERE id = ?`, [idOf(db, from, id)]);
  return row ? docIn(id, row[0]) : null;
}

function change(db: Connection, doc: Record<string, unknown>, step: WriteStep & { op: 'set' }): Outcome {
  Object.assign(doc, step.set);
  for (const field of step.unset ?? []) delete doc[field];
  for (const [field, by] of Object.entries(step.inc ?? {})) {
    const value = field in doc ? doc[field] : 0;
    if (typeof value !== 'number') return 'guard';
    doc[field] = value + by;
  }
  return store(db, step.in, step.id, sentDoc(step.in, doc as unknown as Doc), keysOf(step.in, doc));
}

function store(db: Connection, collection: CollectionName, id: string, doc: string, keys: Scalar[]): Outcome {
  const row = idOf(db, collection, id);
  const columns = columnsOf(collection);
  const values = keys.map((key, at) => keyOf(db, collection, columns[at] as string, key));
  const by = refusalOf(collection, () => db.run(upsertSql(collection), [row, storedDoc(collection, doc), ...values]));
  return by ? { by } : 'done';
}

/** There are as many as combinations of filled columns that occur, which are a few dozen. */
const appendSqls = new Map<number, { sql: string; fields: string[] }>();

function appendSql(filled: number): { sql: string; fields: string[] } {
  let known = appendSqls.get(filled);
  if (!known) {
    const fields = filledColumns('log', filled);
    known = { sql: insertSql('log', fields), fields };
    appendSqls.set(filled, known);
  }
  return known;
}

function insertSql(collection: CollectionName, fields: string[]): string {
  const marks = Array(fields.length + 2).fill('?');
  return `INSERT INTO ${collection} (${['id', 'doc', ...fields.map(columnName)].join()}) VALUES (${marks.join()})`;
}

const upsertSql = remembered((collection) => {
  const fields = columnsOf(collection);
  const changes = ['doc', ...fields.map(columnName)].map((column) => `${column} = excluded.${column}`);
  return `${insertSql(collection, fields)} ON CONFLICT (id) DO UPDATE SET ${changes.join()}`;
});

function remembered(make: (collection: CollectionName) => string): (collection: CollectionName) => string {
  const made = new Map<CollectionName, string>();
  return (collection) => {
    const sql = made.get(collection) ?? make(collection);
    made.set(collection, sql);
    return sql;
  };
}

/** The name of the unique index that refuses the statement, or undefined if it succeeded. */
function refusalOf(collection: CollectionName, statement: () => void): string | undefined {
  try {
    statement();
    return undefined;
  } catch (cause) {
    const message = (cause as Error).message;
    const columns = /^UNIQUE constraint failed: (.*)$/.exec(message)?.[1];
    if (columns === undefined) throw cause;
    return uniqueIndexOf(collection, columns.split(', '));
  }
}

/** SQLite names the columns of the index: `log.f_dedup`. */
function uniqueIndexOf(collection: CollectionName, columns: string[]): string {
  const names = columns.map((column) => column.slice(collection.length + 1));
  if (names.length === 1 && names[0] === 'id') return '_id';
  const specs = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  const found = specs.find(
    ([, spec]) => spec.unique && spec.fields.map((field) => `f_${field}`).join() === names.join(),
  );
  if (!found) throw new Error(`an undeclared unique index of ${collection}: ${columns.join(', ')}`);
  return found[0];
}
