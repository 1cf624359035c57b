import type { CollectionName } from '../collections.js';
import { collections, type IndexSpec } from '../collections.js';
import { guardHolds } from '../guards.js';
import type { Scalar, TransactionResult } from '../store.js';
import { keysOf, sqlValue } from './columns.js';
import type { Connection } from './database.js';
import type { WriteRequest, WriteStep } from './exchange.js';
import type { LogTail } from './log-tail.js';
import { upsertSql } from './statements.js';

export function write(db: Connection, tail: LogTail, request: WriteRequest): unknown {
  if (request.op === 'append') return tail.append(request);
  for (const step of request.steps) if (step.in === 'log') tail.settleFor(step);
  if (request.op === 'transaction') return transaction(db, request.steps);
  return request.steps.map((step) => attempt(db, step) === 'done');
}

function transaction(db: Connection, steps: WriteStep[]): TransactionResult {
  db.exec('SAVEPOINT whole');
  for (const [at, step] of steps.entries()) {
    const outcome = attempt(db, step);
    if (outcome === 'done') continue;
    db.exec('ROLLBACK TO whole');
    db.exec('RELEASE whole');
    return outcome === 'guard'
      ? { ok: false, at, reason: 'guard' }
      : { ok: false, at, reason: 'unique', by: outcome.by };
  }
  db.exec('RELEASE whole');
  return { ok: true };
}

type Outcome = 'done' | 'guard' | { by: string };

function attempt(db: Connection, step: WriteStep): Outcome {
  if (step.op === 'put' && !step.guard) return store(db, step.in, step.id, step.doc, step.keys);
  const before = stored(db, step.in, step.id);
  if (!guardHolds(before, step.guard)) return 'guard';
  if (step.op === 'put') return store(db, step.in, step.id, step.doc, step.keys);
  if (step.op === 'set') return before ? change(db, before, step) : 'guard';
  db.run(`DELETE FROM ${step.in} WHERE id = ?`, [step.id]);
  return 'done';
}

function stored(db: Connection, from: CollectionName, id: string): Record<string, unknown> | null {
  const row = db.first(`SELECT doc FROM ${from} WHERE id = ?`, [id]);
  return row ? JSON.parse(row[0] as string) : null;
}

function change(db: Connection, doc: Record<string, unknown>, step: WriteStep & { op: 'set' }): Outcome {
  Object.assign(doc, step.set);
  for (const field of step.unset ?? []) delete doc[field];
  for (const [field, by] of Object.entries(step.inc ?? {})) {
    const value = field in doc ? doc[field] : 0;
    if (typeof value !== 'number') return 'guard';
    doc[field] = value + by;
  }
  return store(db, step.in, step.id, JSON.stringify(doc), keysOf(step.in, doc));
}

function store(db: Connection, collection: CollectionName, id: string, doc: string, keys: Scalar[]): Outcome {
  const by = refusalOf(collection, () => db.run(upsertSql(collection), [id, doc, ...keys.map(sqlValue)]));
  return by ? { by } : 'done';
}

/** The name of the unique index that refuses, or undefined when the statement went through. */
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
  if (!found) throw new Error(`a unique index of ${collection} that nobody declared: ${columns.join(', ')}`);
  return found[0];
}
