import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import { changedIndex, type IndexDifference } from '../schema/index-builds.js';
import { type Doc, StoreUnavailable } from '../store.js';
import { markOfIndex, markUnfilled, openFills } from './column-fills.js';
import { columnName, columnsOf } from './columns.js';
import type { Connection } from './database.js';
import { markOfRows, openRowForms } from './row-forms.js';

const names = Object.keys(collections) as CollectionName[];

/**
 * Creates the tables, columns and indexes that collections.ts declares, and drops nothing. It may be repeated, and
 * killed at any point. New columns are empty; column-fills.ts fills them while the store serves. `format` is what `meta`
 * says from now on, in the same commit, so that an older version is refused before there is a row that it cannot read.
 */
export function openTables(db: Connection, format: Doc | null): void {
  const changed = differencesOf(db).find(({ kind }) => kind === 'changed');
  if (changed) throw new StoreUnavailable(changedIndex(changed.collection, changed.index));
  db.exec('BEGIN IMMEDIATE');
  try {
    openFills(db);
    const older = openRowForms(db);
    for (const collection of names) openTable(db, collection, older.includes(collection));
    if (format) db.run('INSERT OR REPLACE INTO meta (id, doc) VALUES (?, ?)', [format._id, JSON.stringify(format)]);
    db.exec('COMMIT');
  } catch (cause) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw cause;
  }
}

function openTable(db: Connection, collection: CollectionName, isOlder: boolean): void {
  const columns = columnsOf(collection).map((field) => `, ${columnName(field)}`);
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${collection} (id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL${columns.join('')})`,
  );
  const hasRows = db.first(`SELECT 1 FROM ${collection} LIMIT 1`, []) !== undefined;
  const unfilled = hasRows ? unfilledIn(db, collection) : [];
  const present = columnsIn(db, collection);
  for (const field of columnsOf(collection)) {
    if (!present.has(field)) db.exec(`ALTER TABLE ${collection} ADD COLUMN ${columnName(field)}`);
  }
  if (hasRows && isOlder) unfilled.push(markOfRows(lastRow(db, collection)));
  markUnfilled(db, collection, unfilled);
  for (const [name, sql] of wantedIndexes(collection)) {
    if (!indexesIn(db, collection).has(name)) db.exec(sql);
  }
}

/**
 * What may lack values: the columns of a missing index, because a row fills a column only for an index that holds it, and
 * an older version that dropped the index did not maintain them either; and the columns of another version, which this
 * version does not maintain.
 */
function unfilledIn(db: Connection, collection: CollectionName): string[] {
  const declared = columnsOf(collection);
  const standing = indexesIn(db, collection);
  const missing = Object.keys(collections[collection].indexes).filter(
    (name) => !standing.has(indexName(collection, name)),
  );
  const others = [...columnsIn(db, collection)].filter((field) => !declared.includes(field));
  return [...missing.map(markOfIndex), ...others];
}

const lastRow = (db: Connection, collection: CollectionName): number =>
  Number(db.first(`SELECT max(rowid) FROM ${collection}`, [])?.[0] ?? 0);

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
