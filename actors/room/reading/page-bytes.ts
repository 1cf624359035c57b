/**
 * The size of a page of the log. Rows differ by a factor of a thousand, so a page ends at a number of bytes as well as
 * at a number of rows: a page costs the service about the same with any rows.
 */
import type { LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { Announcement } from '../commands.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';

/** The approximate bytes of one page as JSON. The row that goes beyond it waits for the next page. */
export const PAGE_BYTES_MAX = 524_288;
/** A row's JSON without its content. */
const ROW_BYTES = 600;
const MENTION_BYTES = 80;
/** A text this short is counted as if every character took the most. */
const SHORT_CHARS = 64;
const SHORT_CHAR_BYTES = 6;
/** The announcement without its rows. */
const NOTICE_BYTES = 300;

/** Documents that are read first, while nobody knows how large they are; and at most. */
const FIRST_READ = 64;
const READ_MIN = 16;
const READ_MAX = 1_000;
const READ_BYTES = 2_097_152;

const sizes = new WeakMap<Row, number>();

/** The approximate bytes of the row as JSON. */
export function rowBytes(row: Row): number {
  const known = sizes.get(row);
  if (known !== undefined) return known;
  const about = row.mentions.length * MENTION_BYTES + Object.keys(row.reactions).length * SHORT_CHAR_BYTES;
  const bytes = ROW_BYTES + about + textBytes(row.body) + attachmentBytes(row.attachment);
  sizes.set(row, bytes);
  return bytes;
}

const textBytes = (text: string): number =>
  text.length <= SHORT_CHARS ? text.length * SHORT_CHAR_BYTES : Buffer.byteLength(JSON.stringify(text));

const attachmentBytes = (attachment: Row['attachment'] | undefined): number =>
  attachment ? Buffer.byteLength(JSON.stringify(attachment)) : 0;

/** How many of these, from the first on, make a page of at most `limit`: one at least, however large it is. */
export function pageLength<T>(found: readonly T[], limit: number, bytesOf: (item: T) => number): number {
  const most = Math.min(found.length, limit);
  let bytes = 0;
  for (let at = 0; at < most; at += 1) {
    bytes += bytesOf(found[at] as T);
    if (bytes > PAGE_BYTES_MAX) return Math.max(at, 1);
  }
  return most;
}

/** The approximate bytes of an announcement as JSON. */
export function announcementBytes({ event }: Announcement): number {
  if (event.type === 'message:new' || event.type === 'message:edited') return rowBytes(event.message.row);
  return NOTICE_BYTES;
}

/** How many documents are read at once: few as long as their size is not known, or when they are large. */
export class ReadSize {
  #documents = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Not more than `wanted`. */
  next(wanted: number): number {
    if (this.#documents === 0) return Math.min(wanted, FIRST_READ);
    const fitting = Math.floor((READ_BYTES * this.#documents) / this.#bytes);
    return Math.min(wanted, READ_MAX, Math.max(fitting, READ_MIN));
  }

  add({ content }: EntryDoc): void {
    this.#documents += 1;
    this.#bytes += ROW_BYTES + textBytes(content?.body ?? '') + attachmentBytes(content?.attachment);
  }
}

/** The entries of a room after `after` and up to `upTo`: at most `limit` of them, and about a page's bytes. */
export async function readEntries(
  reader: Reader,
  room: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  const size = new ReadSize();
  while (entries.length < limit && size.bytes <= PAGE_BYTES_MAX) {
    const wanted = size.next(limit - entries.length);
    const gt = logId(room, entries.at(-1)?.seq ?? after);
    const docs = await reader.range<EntryDoc>('log', { index: '_id', gt, lte: logId(room, upTo), limit: wanted });
    for (const doc of docs) size.add(doc);
    entries.push(...docs.map(unpackEntry));
    if (docs.length < wanted) break;
  }
  return entries;
}
