/**
 * The form of the rows of packed collections. An older version left JSON text, and the texts of ids and keys where rows now
 * have bytes. A fill (column-fills.ts) packs them between the requests, and a write that meets an older row with its id or
 * key packs that row first. A packed row goes to the end of the table: in its old place it would leave a page three
 * quarters empty, which new rows do not fill.
 */
import type { CollectionName } from '../collections.js';
import { columnName, columnsOf, keysOf } from './columns.js';
import type { Connection } from './database.js';
import { columnValue, docIn, isPacked, packedCollections, sentDoc, storedDoc } from './documents.js';
import { idIn, storedId } from './row-ids.js';

/** 1: packed documents; 2: ids as keys. A later form gets the next number. */
const ROW_FORM = 2;

const ROWS_MARK = 'rows:';
/** What column_fills says of rows: those up to this rowid may be of an older form. */
export const markOfRows = (last: number): string => ROWS_MARK + last;
/** The rowid of such a mark, or null. */
export const lastRowOf = (mark: string): number | null =>
  mark.startsWith(ROWS_MARK) ? Number(mark.slice(ROWS_MARK.length)) : null;

/** The packed collections of a file whose rows have never been in this form. They are from now on, once packed. */
export function openRowForms(db: Connection): CollectionName[] {
  db.exec('CREATE TABLE IF NOT EXISTS row_forms (collection TEXT PRIMARY KEY NOT NULL, form INTEGER NOT NULL)');
  const older = packedCollections.filter((collection) => formOf(db, collection) < ROW_FORM);
  for (const collection of older) db.run('INSERT OR REPLACE INTO row_forms VALUES (?, ?)', [collection, ROW_FORM]);
  return older;
}

/** Whether a version with packed rows has opened the file for writing. */
export const isFormNamed = (db: Connection): boolean =>
  db.first("SELECT 1 FROM sqlite_master WHERE name = 'row_forms'", []) !== undefined &&
  packedCollections.every((collection) => formOf(db, collection) >= ROW_FORM);

const formOf = (db: Connection, collection: CollectionName): number =>
  Number(db.first('SELECT form FROM row_forms WHERE collection = ?', [collection])?.[0] ?? 0);

/** Packs the older row whose column holds this text, if there is one. */
export function packRowOfKey(db: Connection, collection: CollectionName, field: string, text: string): void {
  const column = columnName(field);
  const row = db.first(`SELECT rowid, id, doc FROM ${collection} WHERE ${column} = ? AND ${column} IS NOT NULL`, [
    text,
  ]);
  if (row) packRow(db, collection, row as StoredRow);
}

/** Packs the older row with this id, if there is one. */
export function packRowOfId(db: Connection, collection: CollectionName, id: string): void {
  const row = db.first(`SELECT rowid, id, doc FROM ${collection} WHERE id = ?`, [id]);
  if (row && isOlderRow(collection, row as StoredRow)) packRow(db, collection, row as StoredRow);
}

/** Whether the row can be packed further. */
export const isOlderRow = (collection: CollectionName, [, id, doc]: StoredRow): boolean =>
  isPacked(collection) && (typeof doc === 'string' || (typeof id === 'string' && storedId(collection, id) !== id));

/** The number of the row, its id and its document, as they are stored. */
export type StoredRow = [rowid: number, id: unknown, doc: unknown];

/** Writes a row anew, in the present form. */
export function packRow(db: Connection, collection: CollectionName, [rowid, row, stored]: StoredRow): void {
  const id = idIn(row);
  const doc = docIn(id, stored);
  const columns = columnsOf(collection);
  const keys = keysOf(collection, doc).map((key, at) => columnValue(collection, columns[at] as string, key));
  const sent = sentDoc(collection, { ...doc, _id: id });
  db.run(`DELETE FROM ${collection} WHERE rowid = ?`, [rowid]);
  const names = ['id', 'doc', ...columns.map(columnName)];
  const sql = `INSERT INTO ${collection} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
  db.run(sql, [storedId(collection, id), storedDoc(collection, sent), ...keys]);
}
