import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import type { Scalar } from '../store.js';

/** Of one collection, because a set of columns is a number with one bit for each. */
const COLUMNS_MAX = 31;

/**
 * A document is stored as its JSON text, with a plain column for every indexed field. Measured against generated
 * columns, plain ones avoid parsing the text once per index.
 */
function fieldsOf(collection: CollectionName): string[] {
  const indexes: IndexSpec[] = Object.values(collections[collection].indexes);
  const fields = indexes.flatMap((index) => [...index.fields, ...(index.where ?? [])]);
  const columns = [...new Set(fields)].filter((field) => field !== '_id');
  if (columns.length > COLUMNS_MAX) throw new TypeError(`${collection} has more columns than a number has bits`);
  return columns;
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
  return columnsOf(collection).map((field) => scalarIn(doc, field, collection));
}

function scalarIn(doc: object, field: string, collection: CollectionName): Scalar {
  const value = (doc as Record<string, unknown>)[field] ?? null;
  if (typeof value === 'object' && value !== null) throw new TypeError(`${collection}.${field} is no scalar`);
  return value as Scalar;
}

/**
 * Adds those of the values that are not null to a list, behind a number that has one bit for each column and tells which
 * ones they are. Most documents fill few of their columns.
 */
export function packKeys(collection: CollectionName, doc: object, into: NonNullable<Scalar>[]): void {
  const place = into.push(0) - 1;
  const fields = columnsOf(collection);
  let filled = 0;
  for (let at = 0; at < fields.length; at += 1) {
    const value = scalarIn(doc, fields[at] as string, collection);
    if (value === null) continue;
    filled |= 1 << at;
    into.push(value);
  }
  into[place] = filled;
}

/** The columns of such a number, in the order of their values. */
export const filledColumns = (collection: CollectionName, filled: number): string[] =>
  columnsOf(collection).filter((_, at) => (filled & (1 << at)) !== 0);

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
