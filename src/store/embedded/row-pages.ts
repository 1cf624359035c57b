/**
 * A long range of packed rows travels as one page: all ids and documents in one value, and the lengths of the documents in
 * another. The driver takes longer to make a value than SQLite takes to find a row.
 */
import { unpackDoc } from '../packed/unpack.js';
import { UUID_BYTES, uuidText } from '../packed/uuid.js';
import type { Doc } from '../store.js';
import { ID_KEY_BYTES, seqText } from './row-ids.js';

export interface RowPage {
  /** The key of each row, and its document behind it. */
  rows: Uint8Array;
  /** Bytes of each document, with commas between them. */
  lengths: string;
}

/** Shorter ranges are answered row by row: their documents are few, and the service waits for them. */
export const PAGE_ROWS_MIN = 256;

/** The page of the rows that a statement selects in its order. The keys stand in the page, so that a reader sees the order. */
export const pageSql = (rows: string): string =>
  `SELECT CAST(group_concat(id || doc, '') AS BLOB), group_concat(octet_length(doc)) FROM (${rows})`;

export const isRowPage = (answer: unknown): answer is RowPage => typeof answer === 'object' && !Array.isArray(answer);

const CURLY = 0x7b;

/** Where a row stands in its page, with its key. */
export interface RowPart {
  from: number;
  to: number;
}

/** The rows of a page, in its order. */
export function partsOf({ lengths }: RowPage): RowPart[] {
  let to = 0;
  return lengths.split(',').map((length) => {
    const from = to;
    to += ID_KEY_BYTES + Number(length);
    return { from, to };
  });
}

/** The id of the row that begins there. */
export const idAt = (bytes: Buffer, from: number): string =>
  `${uuidText(bytes.toString('latin1', from, from + UUID_BYTES), 0)}:${seqText(bytes, from)}`;

/** The documents of a page, or of some rows of it, in its order. */
export function docsOfPage<T extends Doc>(page: RowPage, parts: readonly RowPart[] = partsOf(page)): T[] {
  if (parts.length === 0) return [];
  const bytes = Buffer.from(page.rows.buffer, page.rows.byteOffset, page.rows.byteLength);
  const text = bytes.toString('latin1');
  const docs: T[] = [];
  let [room, roomAt] = ['', -1];
  for (const { from: at, to } of parts) {
    if (roomAt < 0 || !isSameRoom(text, roomAt, at)) room = uuidText(text, at);
    roomAt = at;
    const id = `${room}:${seqText(bytes, at)}`;
    const from = at + ID_KEY_BYTES;
    const isText = bytes[from] === CURLY;
    docs.push((isText ? JSON.parse(bytes.toString('utf8', from, to)) : unpackDoc(id, text, { from, to, bytes })) as T);
  }
  return docs;
}

function isSameRoom(text: string, a: number, b: number): boolean {
  for (let at = 0; at < UUID_BYTES; at += 1) if (text.charCodeAt(a + at) !== text.charCodeAt(b + at)) return false;
  return true;
}
