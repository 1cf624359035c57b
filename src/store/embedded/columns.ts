import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import type { Scalar } from '../store.js';

/**
 * A document is stored as its JSON text, with a plain column for every indexed field. Measured against generated
 * columns, plain ones avoid parsing the text once per index.
 */
function fieldsOf(collection: CollectionName): string[] {
  const indexes: IndexSpec[] = Object.values(collections[collection].indexes);
  const fields = indexes.flatMap((index) => [...index.fields, ...(index.where ?? [])]);
  return [...new Set(fields)].filter((field) => field !== '_id');
}

const columnsByCollection = new Map(
  (Object.keys(collections) as CollectionName[]).map((collection) => [collection, fieldsOf(collection)]),
);

/** The fields of a collection that have a column, in the order of the columns. */
export function columnsOf(collection: CollectionName): string[] {
  const columns = columnsByCollection.get(collection);
  if (!columns) throw new TypeError(`no collection ${collection}`);
  return columns;
}

/** The values of those columns in this document; null where the field is missing. */
export function keysOf(collection: CollectionName, doc: object): Scalar[] {
  return columnsOf(collection).map((field) => {
    const value = (doc as Record<string, unknown>)[field] ?? null;
    if (typeof value === 'object' && value !== null) throw new TypeError(`${collection}.${field} is no scalar`);
    return value as Scalar;
  });
}

/** The column of a field. The prefix keeps fields apart from the columns `id` and `doc`. */
export const columnName = (field: string): string => (field === '_id' ? 'id' : `"f_${field}"`);

export type SqlValue = string | number | null | Uint8Array;

const FALSE = Uint8Array.of(0);
const TRUE = Uint8Array.of(1);

/** SQLite has no booleans. As one-byte blobs they differ from 0 and 1, and sort after numbers and texts. */
export function sqlValue(value: Scalar): SqlValue {
  if (typeof value === 'boolean') return Buffer.from(value ? TRUE : FALSE);
  return value;
}
