/**
 * Fills the columns of newly declared indexes from the documents, and packs the rows of an older version, in slices
 * between the requests, so that a large table does not stop the service. The place of each fill is stored in the commit
 * of its slice: a kill loses one slice. Until an index is filled, it refuses reads; rows of both forms are read.
 */
import { type CollectionName, collections, fieldsHeldBy, type IndexSpec } from '../collections.js';
import type { IndexBuild } from '../schema/index-builds.js';
import { StoreUnavailable } from '../store.js';
import { columnName, columnsOf, keysOf } from './columns.js';
import type { Connection } from './database.js';
import { columnValue, docIn, isPacked } from './documents.js';
import { isFormNamed, isOlderRow, lastRowOf, packRow, type StoredRow } from './row-forms.js';
import { idIn } from './row-ids.js';

/** Rows of one slice, about ten milliseconds. */
const SLICE_ROWS = 100;

interface Fill {
  collection: CollectionName;
  /** A column, an index with all of its columns, or rows up to one (row-forms.ts). */
  field: string;
  /** The rowid of the last row that is filled. Nothing renumbers rows: the service never runs VACUUM. */
  after: number;
}

export function openFills(db: Connection): void {
  db.exec(
    `CREATE TABLE IF NOT EXISTS column_fills
       (collection TEXT NOT NULL, field TEXT NOT NULL, after INTEGER NOT NULL, PRIMARY KEY (collection, field))`,
  );
}

const INDEX_MARK = 'index:';
/** All columns of an index that was missing. Other indexes over the same columns are complete. */
export const markOfIndex = (name: string): string => INDEX_MARK + name;

/** What lacks values, also columns of another version: it is filled from the first row on. */
export function markUnfilled(db: Connection, collection: CollectionName, fields: readonly string[]): void {
  for (const field of fields) db.run('INSERT OR REPLACE INTO column_fills VALUES (?, ?, 0)', [collection, field]);
}

export class ColumnFills {
  readonly #db: Connection;
  #fills: Fill[];

  constructor(db: Connection) {
    this.#db = db;
    const known = new Set(Object.keys(collections));
    const isThere = db.first("SELECT 1 FROM sqlite_master WHERE name = 'column_fills'", []) !== undefined;
    const rows = isThere ? db.all('SELECT collection, field, after FROM column_fills', []) : [];
    this.#fills = (rows as [CollectionName, string, number][])
      .filter(([collection, field]) => known.has(collection) && isFilled(collection, field))
      .map(([collection, field, after]) => ({ collection, field, after: Number(after) }));
    this.#noteOldRows();
  }

  #noteOldRows(): void {
    this.#db.hasOldRows = !isFormNamed(this.#db) || this.#fills.some(({ field }) => lastRowOf(field) !== null);
  }

  get isComplete(): boolean {
    return this.#fills.length === 0;
  }

  /** What is left, one for each collection. */
  builds(): (IndexBuild & { isUnique: boolean })[] {
    return [...new Set(this.#fills.map(({ collection }) => collection))].map((collection) => {
      const indexes = this.#unfinishedOf(collection);
      const after = Math.min(...this.#fills.filter((fill) => fill.collection === collection).map((fill) => fill.after));
      const of = this.#lastOf(collection);
      const isUnique = indexes.some(([, spec]) => spec.unique);
      return { collection, indexes: indexes.map(([name]) => name), done: Math.min(after, of), of, isUnique };
    });
  }

  #lastOf(collection: CollectionName): number {
    const only = this.#fills.filter((fill) => fill.collection === collection).map(({ field }) => lastRowOf(field));
    if (only.every((last) => last !== null)) return Math.max(...only);
    return Number(this.#db.first(`SELECT max(rowid) FROM ${collection}`, [])?.[0] ?? 0);
  }

  /** Refuses a read over an index that lacks rows. */
  refuseUnfinished(collection: CollectionName, index: string): void {
    if (this.isComplete || index === '_id') return;
    if (!this.#unfinishedOf(collection).some(([name]) => name === index)) return;
    throw new StoreUnavailable(`the index ${index} of ${collection} is being built`);
  }

  /** Fills the next rows of one collection, in a commit of its own. */
  slice(): void {
    const [first] = this.#fills;
    if (!first) return;
    const together = this.#fills.filter((fill) => fill === first || isFilledWith(fill, first));
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const last = this.#fillAfter(first, together);
      this.#db.exec('COMMIT');
      if (last === null) this.#fills = this.#fills.filter((fill) => !together.includes(fill));
      else for (const fill of together) fill.after = last;
      this.#noteOldRows();
    } catch (cause) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw cause;
    }
  }

  /** The rowid of the last filled row, or null at the end of the table. */
  #fillAfter({ collection, field, after }: Fill, fills: readonly Fill[]): number | null {
    const upTo = lastRowOf(field) ?? Number.MAX_SAFE_INTEGER;
    const where = 'WHERE rowid > ? AND rowid <= ?';
    const sql = `SELECT rowid, id, doc FROM ${collection} ${where} ORDER BY rowid LIMIT ${SLICE_ROWS}`;
    const rows = this.#db.all(sql, [after, upTo]) as StoredRow[];
    for (const row of rows) this.#fillRow(collection, row, fills);
    const last = rows.at(-1)?.[0] ?? null;
    for (const { field } of fills) {
      if (last === null)
        this.#db.run('DELETE FROM column_fills WHERE collection = ? AND field = ?', [collection, field]);
      else
        this.#db.run('UPDATE column_fills SET after = ? WHERE collection = ? AND field = ?', [last, collection, field]);
    }
    return last;
  }

  /** A row whose columns are right already is not written. */
  #fillRow(collection: CollectionName, row: StoredRow, fills: readonly Fill[]): void {
    if (isOlderRow(collection, row)) return packRow(this.#db, collection, row);
    const [rowid, id, stored] = row;
    const fields = columnsOf(collection);
    const marked = new Set(fills.flatMap(({ field }) => columnsOfMark(collection, field)));
    const filled = fields.filter((field) => marked.has(field));
    if (filled.length === 0) return;
    const keys = keysOf(collection, docIn(idIn(id), stored));
    const values = filled.map((field) => columnValue(collection, field, keys[fields.indexOf(field)] ?? null));
    const changes = filled.map((field) => `${columnName(field)} = ?`);
    const differ = filled.map((field) => `${columnName(field)} IS NOT ?`);
    const sql = `UPDATE ${collection} SET ${changes.join()} WHERE rowid = ? AND (${differ.join(' OR ')})`;
    this.#db.run(sql, [...values, rowid, ...values]);
  }

  #unfinishedOf(collection: CollectionName): [string, IndexSpec][] {
    const unfilled = new Set(this.#fills.filter((fill) => fill.collection === collection).map(({ field }) => field));
    return indexesOf(collection).filter(
      ([name, spec]) => unfilled.has(markOfIndex(name)) || fieldsHeldBy(spec).some((field) => unfilled.has(field)),
    );
  }
}

const indexesOf = (collection: CollectionName): [string, IndexSpec][] =>
  Object.entries(collections[collection].indexes as Record<string, IndexSpec>);

/** The columns that a mark is about, as far as this version declares them. */
function columnsOfMark(collection: CollectionName, mark: string): string[] {
  if (!mark.startsWith(INDEX_MARK)) return [mark];
  const found = indexesOf(collection).find(([name]) => markOfIndex(name) === mark);
  return found ? fieldsHeldBy(found[1]) : [];
}

/** Whether this version has something to fill there. */
const isFilled = (collection: CollectionName, mark: string): boolean =>
  columnsOfMark(collection, mark).some((field) => columnsOf(collection).includes(field)) ||
  (isPacked(collection) && lastRowOf(mark) !== null);

/** Columns of the same rows. */
const isFilledWith = (fill: Fill, other: Fill): boolean =>
  fill.collection === other.collection &&
  fill.after === other.after &&
  lastRowOf(fill.field) === null &&
  lastRowOf(other.field) === null;
