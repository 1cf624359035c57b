import { type CollectionName, collections, fieldsHeldBy, type IndexSpec } from '../collections.js';
import type { Scalar } from '../store.js';

/** Of one collection, because a set of columns is a number with one bit for each. */
const COLUMNS_MAX = 30;

/**
 * Beside the document there is a plain column for every indexed field. Measured against generated columns, plain ones
 * avoid parsing the document once per index. `indexes` are sets of columns: those that a row must fill to be in the
 * index, and those that the index holds.
 */
interface Layout {
  fields: string[];
  indexes: { where: number; holds: number }[];
}

function layoutOf(collection: CollectionName): Layout {
  const indexes: IndexSpec[] = Object.values(collections[collection].indexes);
  const fields = [...new Set(indexes.flatMap(fieldsHeldBy))].filter((field) => field !== '_id');
  if (fields.length > COLUMNS_MAX) throw new TypeError(`${collection} has more columns than a number has bits`);
  const setOf = (some: readonly string[]) => some.reduce((set, field) => set | bitOf(fields.indexOf(field)), 0);
  return {
    fields,
    indexes: indexes.map((index) => ({
      where: setOf(index.where ?? []),
      holds: setOf(fieldsHeldBy(index)),
    })),
  };
}

const bitOf = (at: number): number => (at < 0 ? 0 : 1 << at);

const layouts = new Map((Object.keys(collections) as CollectionName[]).map((name) => [name, layoutOf(name)]));

function layoutIn(collection: CollectionName): Layout {
  const layout = layouts.get(collection);
  if (!layout) throw new TypeError(`no collection ${collection}`);
  return layout;
}

/** The fields of a collection that have a column, in the order of the columns. */
export const columnsOf = (collection: CollectionName): string[] => layoutIn(collection).fields;

/**
 * The columns that this document fills, as a number with one bit for each: those with a value that an index of the
 * document holds. Most entries of the log are in one index out of fourteen.
 */
function filledBy(collection: CollectionName, { fields, indexes }: Layout, doc: object): number {
  let valued = 0;
  for (let at = 0; at < fields.length; at += 1) {
    if (scalarIn(doc, fields[at] as string, collection) !== null) valued |= 1 << at;
  }
  let held = 0;
  for (const { where, holds } of indexes) if ((valued & where) === where) held |= holds;
  return held & valued;
}

/** The values of those columns in this document; null where the field is missing, or no index holds it. */
export function keysOf(collection: CollectionName, doc: object): Scalar[] {
  const layout = layoutIn(collection);
  const filled = filledBy(collection, layout, doc);
  return layout.fields.map((field, at) => (filled & (1 << at) ? scalarIn(doc, field, collection) : null));
}

function scalarIn(doc: object, field: string, collection: CollectionName): Scalar {
  const value = (doc as Record<string, unknown>)[field] ?? null;
  if (typeof value === 'object' && value !== null) throw new TypeError(`${collection}.${field} is no scalar`);
  return value as Scalar;
}

/** Adds the values of the filled columns to a list, behind the number that tells which ones they are. */
export function packKeys(collection: CollectionName, doc: object, into: NonNullable<Scalar>[]): void {
  const layout = layoutIn(collection);
  const filled = filledBy(collection, layout, doc);
  into.push(filled);
  for (let at = 0; filled >> at !== 0; at += 1) {
    if (filled & (1 << at)) into.push(scalarIn(doc, layout.fields[at] as string, collection) as NonNullable<Scalar>);
  }
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
