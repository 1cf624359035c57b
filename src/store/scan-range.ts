/**
 * Looks through documents for a text. Engines look for its bytes and make documents of those alone that have them; here
 * is the same over any range.
 */
import { containsAccount } from '#src/domain/accounts/erasure.js';
import type { CollectionName } from './collections.js';
import type { Doc, Range, Reader, Scan, Scanned } from './store.js';

/** The range of a scan. */
export const rangeOfScan = ({ gt, lt, limit }: Scan): Range => ({ index: '_id', gt, lt, limit });

/** Of everything that was looked at: what contains the text. */
export function scannedFrom<T extends Doc>(looked: readonly T[], { text, limit }: Scan): Scanned<T> {
  const docs = looked.filter((doc) => containsAccount(doc, text));
  return { docs, last: looked.length < limit ? null : (looked.at(-1)?._id ?? null) };
}

export async function scanRange<T extends Doc>(
  reader: Pick<Reader, 'range'>,
  from: CollectionName,
  scan: Scan,
): Promise<Scanned<T>> {
  return scannedFrom(await reader.range<T>(from, rangeOfScan(scan)), scan);
}
