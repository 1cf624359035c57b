/**
 * Fills the columns of newly declared indexes from the documents, in slices between the requests, so that a large table
 * does not stop the service. The place of each fill is stored in the commit of its slice: a kill loses one slice. Until
 * an index is filled, it refuses reads.
 */
import { type CollectionName, collections, type IndexSpec } from '../collections.js';
import type { IndexBuild } from '../schema/index-builds.js';
import { StoreUnavailable } from '../store.js';
import { columnName, columnsOf } from './columns.js';
import type { Connection } from './database.js';

/** Rows of one slice, about ten milliseconds. */
const SLICE_ROWS = 1_000;

interface Fill {
  collection: CollectionName;
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

/** Columns that lack values, also of another version: they are filled from the first row on. */
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
      .filter(([collection, field]) => known.has(collection) && columnsOf(collection).includes(field))
      .map(([collection, field, after]) => ({ collection, field, after: Number(after) }));
  }

  get isComplete(): boolean {
    return this.#fills.length === 0;
  }

  /** What is left, one for each collection. */
  builds(): (IndexBuild & { isUnique: boolean })[] {
    return [...new Set(this.#fills.map(({ collection }) => collection))].map((collection) => {
      const indexes = this.#unfinishedOf(collection);
      const after = Math.min(...this.#fills.filter((fill) => fill.collection === collection).map((fill) => fill.after));
      const of = Number(this.#db.first(`SELECT max(rowid) FROM ${collection}`, [])?.[0] ?? 0);
      const isUnique = indexes.some(([, spec]) => spec.unique);
      return { collection, indexes: indexes.map(([name]) => name), done: Math.min(after, of), of, isUnique };
    });
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
    const together = this.#fills.filter(
      ({ collection, after }) => collection === first.collection && after === first.after,
    );
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const last = this.#fillAfter(first, together);
      this.#db.exec('COMMIT');
      if (last === null) this.#fills = this.#fills.filter((fill) => !together.includes(fill));
      else for (const fill of together) fill.after = last;
    } catch (cause) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw cause;
    }
  }

  /** The rowid of the last filled row, or null at the end of the table. */
  #fillAfter({ collection, after }: Fill, fills: readonly Fill[]): number | null {
    const slice = `SELECT rowid FROM ${collection} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_ROWS}`;
    const found = this.#db.first(`SELECT max(rowid) FROM (${slice})`, [after])?.[0] ?? null;
    const last = found === null ? null : Number(found);
    if (last !== null) this.#db.run(fillSql(collection, fills), [after, last]);
    for (const { field } of fills) {
      if (last === null)
        this.#db.run('DELETE FROM column_fills WHERE collection = ? AND field = ?', [collection, field]);
      else
        this.#db.run('UPDATE column_fills SET after = ? WHERE collection = ? AND field = ?', [last, collection, field]);
    }
    return last;
  }

  #unfinishedOf(collection: CollectionName): [string, IndexSpec][] {
    const unfilled = new Set(this.#fills.filter((fill) => fill.collection === collection).map(({ field }) => field));
    const indexes = Object.entries(collections[collection].indexes as Record<string, IndexSpec>);
    return indexes.filter(([, { fields, where = [] }]) => [...fields, ...where].some((field) => unfilled.has(field)));
  }
}

/** Rows whose columns are right already are not written. */
function fillSql(collection: CollectionName, fills: readonly Fill[]): string {
  const columns = fills.map(({ field }) => columnName(field));
  const values = fills.map(({ field }) => valueSql(field));
  const changes = columns.map((column, at) => `${column} = ${values[at]}`);
  const differ = columns.map((column, at) => `${column} IS NOT ${values[at]}`);
  return `UPDATE ${collection} SET ${changes.join()} WHERE rowid > ? AND rowid <= ? AND (${differ.join(' OR ')})`;
}

function valueSql(field: string): string {
  const path = `'$."${field}"'`;
  return `CASE json_type(doc, ${path}) WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE json_extract(doc, ${path}) END`;
}
