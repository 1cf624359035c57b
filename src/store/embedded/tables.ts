import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import { changedIndex, type IndexDifference } from '../schema/index-builds.js';
import { StoreUnavailable } from '../store.js';
import { markUnfilled, openFills } from './column-fills.js';
import { columnName, columnsOf } from './columns.js';
import type { Connection } from './database.js';

const names = Object.keys(collections) as CollectionName[];

/**
 * Creates the tables, columns and indexes that collections.ts declares, and drops nothing. It may be repeated, and
 * killed at any point. New columns are empty; column-fills.ts fills them while the store serves.
 */
export function openTables(db: Connection): void {
  const changed = differencesOf(db).find(({ kind }) => kind === 'changed');
  if (changed) throw new StoreUnavailable(changedIndex(changed.collection, changed.index));
  db.exec('BEGIN IMMEDIATE');
  try {
    openFills(db);
    for (const collection of names) openTable(db, collection);
    db.exec('COMMIT');
  } catch (cause) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw cause;
  }
}

function openTable(db: Connection, collection: CollectionName): void {
  const columns = columnsOf(collection).map((field) => `, ${columnName(field)}`);
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${collection} (id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL${columns.join('')})`,
  );
  const hasRows = db.first(`SELECT 1 FROM ${collection} LIMIT 1`, []) !== undefined;
  const stale = hasRows ? staleFields(db, collection) : [];
  const present = columnsIn(db, collection);
  for (const field of columnsOf(collection)) {
    if (!present.has(field)) db.exec(`ALTER TABLE ${collection} ADD COLUMN ${columnName(field)}`);
  }
  markUnfilled(db, collection, stale);
  for (const [name, sql] of wantedIndexes(collection)) {
    if (!indexesIn(db, collection).has(name)) db.exec(sql);
  }
}

/**
 * The fields whose columns may lack values: new ones; those of another version, which this version does not maintain;
 * and those of a missing index alone, which an older version dropped and did not maintain either.
 */
function staleFields(db: Connection, collection: CollectionName): string[] {
  const declared = columnsOf(collection);
  const present = columnsIn(db, collection);
  const indexes = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  const standing = indexesIn(db, collection);
  const maintained = new Set(
    indexes.filter(([name]) => standing.has(indexName(collection, name))).flatMap(([, spec]) => fieldsOf(spec)),
  );
  return [...declared.filter((field) => !maintained.has(field)), ...[...present].filter((f) => !declared.includes(f))];
}

const fieldsOf = ({ fields, where = [] }: IndexSpec): string[] => [...fields, ...where];

function columnsIn(db: Connection, collection: CollectionName): Set<string> {
  const rows = db.all(`SELECT name FROM pragma_table_info('${collection}')`, []) as [string][];
  return new Set(rows.flatMap(([name]) => (name.startsWith('f_') ? [name.slice('f_'.length)] : [])));
}

function indexesIn(db: Connection, collection: CollectionName): Map<string, string> {
  const sql = 'SELECT name, sql FROM sqlite_master WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL';
  return new Map(db.all(sql, ['index', collection]) as [string, string][]);
}

function wantedIndexes(collection: CollectionName): Map<string, string> {
  const specs = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  return new Map(specs.map(([name, spec]) => [indexName(collection, name), indexSql(collection, name, spec)]));
}

/** The indexes of the file that differ from collections.ts. */
export function differencesOf(db: Connection): IndexDifference[] {
  return names.flatMap((collection) => {
    const wanted = wantedIndexes(collection);
    const found = indexesIn(db, collection);
    const short = (name: string) => (name.startsWith(`${collection}_`) ? name.slice(collection.length + 1) : name);
    const missing = [...wanted.keys()].filter((name) => !found.has(name));
    const undeclared = [...found.keys()].filter((name) => !wanted.has(name));
    const changed = [...wanted].filter(([name, sql]) => found.has(name) && found.get(name) !== sql);
    return [
      ...missing.map((name) => ({ collection, index: short(name), kind: 'missing' as const })),
      ...undeclared.map((name) => ({ collection, index: short(name), kind: 'undeclared' as const })),
      ...changed.map(([name]) => ({ collection, index: short(name), kind: 'changed' as const })),
    ];
  });
}

/** Drops an index, under its name in the file or its declared name. Only the explicit command of an operator does. */
export function dropIndex(db: Connection, collection: CollectionName, index: string): void {
  const names = indexesIn(db, collection);
  const name = [indexName(collection, index), index].find((candidate) => names.has(candidate));
  if (name !== undefined) db.exec(`DROP INDEX "${name.replaceAll('"', '""')}"`);
}

export const indexName = (collection: CollectionName, name: string): string => `${collection}_${name}`;

/** A non-unique index ends with the id, so that a range has the same order on both engines. */
function indexSql(collection: CollectionName, name: string, spec: IndexSpec): string {
  const fields = spec.fields.map(columnName);
  const order = spec.unique ? fields : [...fields, 'id'];
  const where = spec.where ? ` WHERE ${presence(spec.where)}` : '';
  const kind = spec.unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind} "${indexName(collection, name)}" ON ${collection} (${order.join(', ')})${where}`;
}

/** The condition of a partial index: none of these fields is null. */
export const presence = (fields: readonly string[]): string =>
  fields.map((field) => `${columnName(field)} IS NOT NULL`).join(' AND ');
