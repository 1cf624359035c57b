/** Looks for a text in documents as they come from the server: only those that have its bytes are decoded. */
import { BSON } from 'mongodb';
import { scannedFrom } from '../scan-range.js';
import type { Doc, Scan, Scanned } from '../store.js';

export function scannedIn<T extends Doc>(raw: readonly Uint8Array[], scan: Scan): Scanned<T> {
  const text = Buffer.from(scan.text);
  const isAnywhere = reply(raw)?.includes(text) ?? true;
  const found = isAnywhere ? raw.filter((doc) => bytesOf(doc).includes(text)) : [];
  const { docs } = scannedFrom(
    found.map((doc) => decoded<T>(doc)),
    scan,
  );
  const last = raw.at(-1);
  return { docs, last: last && raw.length === scan.limit ? decoded(last)._id : null };
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
