import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import { columnName, columnsOf } from './columns.js';
import type { Connection } from './database.js';

/** Creates the tables and indexes that collections.ts declares. It may be repeated, and killed at any point. */
export function openTables(db: Connection): void {
  db.exec('BEGIN IMMEDIATE');
  for (const collection of Object.keys(collections) as CollectionName[]) {
    openTable(db, collection);
    openIndexes(db, collection);
  }
  db.exec('COMMIT');
}

function openTable(db: Connection, collection: CollectionName): void {
  const columns = columnsOf(collection).map((field) => `, ${columnName(field)}`);
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${collection} (id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL${columns.join('')})`,
  );
  const present = new Set(
    db.all(`SELECT name FROM pragma_table_info('${collection}')`, []).map(([name]) => `"${name}"`),
  );
  for (const field of columnsOf(collection)) {
    if (!present.has(columnName(field))) addColumn(db, collection, field);
  }
}

/** Fills the column of a newly declared index from the documents. */
function addColumn(db: Connection, collection: CollectionName, field: string): void {
  const column = columnName(field);
  const path = `'$."${field}"'`;
  db.exec(`ALTER TABLE ${collection} ADD COLUMN ${column}`);
  db.exec(
    `UPDATE ${collection} SET ${column} = CASE json_type(doc, ${path})
       WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE json_extract(doc, ${path}) END`,
  );
}

/** An index has its declaration in its name, so that a changed index is rebuilt and an undeclared one is dropped. */
function openIndexes(db: Connection, collection: CollectionName): void {
  const specs = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
  const wanted = new Map(specs.map(([name, spec]) => [indexName(collection, name), indexSql(collection, name, spec)]));
  const rows = db.all('SELECT name, sql FROM sqlite_master WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL', [
    'index',
    collection,
  ]) as [string, string][];
  for (const [name, sql] of rows) {
    if (wanted.get(name) === sql) wanted.delete(name);
    else db.exec(`DROP INDEX "${name}"`);
  }
  for (const sql of wanted.values()) db.exec(sql);
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
