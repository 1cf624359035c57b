import type { CollectionName } from '../collections.js';
import { columnName, columnsOf } from './columns.js';

const made = new Map<string, string>();

/** The text of a statement is made once, and is what its prepared form is found by. */
function once(name: string, make: () => string): string {
  const sql = made.get(name) ?? make();
  made.set(name, sql);
  return sql;
}

/** Inserts so many documents: id, text and columns of each, one after the other. */
export const insertSql = (collection: CollectionName, rows: number): string =>
  once(`insert ${collection} ${rows}`, () => {
    const columns = ['id', 'doc', ...columnsOf(collection).map(columnName)];
    const row = `(${Array(columns.length).fill('?').join()})`;
    return `INSERT INTO ${collection} (${columns.join()}) VALUES ${Array(rows).fill(row).join()}`;
  });

export const upsertSql = (collection: CollectionName): string =>
  once(`upsert ${collection}`, () => {
    const columns = ['doc', ...columnsOf(collection).map(columnName)];
    const changes = columns.map((column) => `${column} = excluded.${column}`);
    return `${insertSql(collection, 1)} ON CONFLICT (id) DO UPDATE SET ${changes.join()}`;
  });

/** The documents that have one of so many values in a column. */
export const pointsSql = (collection: CollectionName, field: string, values: number): string =>
  once(`points ${collection} ${field} ${values}`, () => {
    const column = columnName(field);
    // Only a condition that its index implies lets SQLite take a partial index.
    const there = field === '_id' ? '' : ` AND ${column} IS NOT NULL`;
    return `SELECT doc FROM ${collection} WHERE ${column} IN (${Array(values).fill('?').join()})${there}`;
  });
