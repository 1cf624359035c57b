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

/** The documents of a page, in its order. */
export function docsOfPage<T extends Doc>({ rows, lengths }: RowPage): T[] {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const text = bytes.toString('latin1');
  const docs: T[] = [];
  let [from, room, roomAt] = [0, '', -1];
  for (const length of lengths.split(',')) {
    if (roomAt < 0 || !isSameRoom(text, roomAt, from)) room = uuidText(text, from);
    roomAt = from;
    const id = `${room}:${seqText(bytes, from)}`;
    from += ID_KEY_BYTES;
    const to = from + Number(length);
    const isText = bytes[from] === CURLY;
    docs.push((isText ? JSON.parse(bytes.toString('utf8', from, to)) : unpackDoc(id, text, { from, to, bytes })) as T);
    from = to;
  }
  return docs;
}

function isSameRoom(text: string, a: number, b: number): boolean {
  for (let at = 0; at < UUID_BYTES; at += 1) if (text.charCodeAt(a + at) !== text.charCodeAt(b + at)) return false;
  return true;
}
