/** Looks for a text in documents as they come from the server: only those that have its bytes are decoded. */
import { BSON, type Db } from 'mongodb';
import type { CollectionName } from '../collections.js';
import { rangeOfScan, scannedFrom } from '../scan-range.js';
import type { Doc, Scan, Scanned } from '../store.js';
import { walkOf } from './filters.js';

interface FindReply {
  cursor: { id: bigint; firstBatch: Uint8Array[] };
}

/**
 * The documents of a scan as bytes, with one command: a cursor of the driver looks at the fields of each document, raw or
 * not, which takes longer than MongoDB takes to find it. `isCut`: more of them would not have fitted into the answer.
 */
export async function rawDocs(
  db: Db,
  from: CollectionName,
  scan: Scan,
): Promise<{ raw: Uint8Array[]; isCut: boolean }> {
  const { limit } = scan;
  const { filter, sort, hint } = walkOf(from, rangeOfScan(scan));
  const find = { find: from, filter, sort: Object.fromEntries(sort), hint, limit, batchSize: limit };
  // Commands have no read concern of their own accord.
  const command = { ...find, readConcern: { level: 'majority' } };
  const options = { fieldsAsRaw: { firstBatch: true }, useBigInt64: true };
  const { cursor } = (await db.command(command, options)) as unknown as FindReply;
  const isCut = cursor.id !== 0n;
  if (isCut) await db.command({ killCursors: from, cursors: [cursor.id] });
  return { raw: cursor.firstBatch, isCut };
}

export function scannedIn<T extends Doc>(raw: readonly Uint8Array[], scan: Scan, isCut = false): Scanned<T> {
  const text = Buffer.from(scan.text);
  const isAnywhere = reply(raw)?.includes(text) ?? true;
  const found = isAnywhere ? raw.filter((doc) => bytesOf(doc).includes(text)) : [];
  const { docs } = scannedFrom(
    found.map((doc) => decoded<T>(doc)),
    scan,
  );
  const last = raw.at(-1);
  return { docs, last: last && (isCut || raw.length === scan.limit) ? decoded(last)._id : null };
}

/** Documents of one batch lie one after the other: one look may do for all. Null if there was more than one batch. */
function reply(raw: readonly Uint8Array[]): Buffer | null {
  const [first] = raw;
  const last = raw.at(-1);
  if (!first || !last || raw.some(({ buffer }) => buffer !== first.buffer)) return null;
  return Buffer.from(first.buffer, first.byteOffset, last.byteOffset + last.byteLength - first.byteOffset);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

const decoded = <T extends Doc>(doc: Uint8Array): T => BSON.deserialize(doc) as T;
