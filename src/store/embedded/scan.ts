/**
 * Looks for a text in stored documents: in the bytes of a page of rows, or in JSON text. Only documents that have it are
 * unpacked or parsed.
 */
import type { CollectionName } from '../collections.js';
import { formsOf } from '../packed/find-text.js';
import { scannedFrom } from '../scan-range.js';
import type { Doc, Scan, Scanned } from '../store.js';
import { docsOf, isPacked } from './documents.js';
import { docsOfPage, idAt, isRowPage, partsOf, type RowPage } from './row-pages.js';

/** The scan of an answer to the range of the scan. */
export function scannedIn<T extends Doc>(
  from: CollectionName,
  answer: readonly string[] | RowPage,
  scan: Scan,
): Scanned<T> {
  if (isRowPage(answer)) return scannedPage(answer, scan);
  if (isPacked(from)) return scannedFrom(docsOf<T>(from, answer), scan);
  const quoted = JSON.stringify(scan.text).slice(1, -1);
  const [last] = docsOf<T>(from, answer.slice(-1));
  const { docs } = scannedFrom(
    docsOf<T>(
      from,
      answer.filter((text) => text.includes(quoted)),
    ),
    scan,
  );
  return { docs, last: last && answer.length === scan.limit ? last._id : null };
}

function scannedPage<T extends Doc>(page: RowPage, scan: Scan): Scanned<T> {
  const forms = formsOf(scan.text);
  if (!forms) return scannedFrom(docsOfPage<T>(page), scan);
  const bytes = Buffer.from(page.rows.buffer, page.rows.byteOffset, page.rows.byteLength);
  const parts = partsOf(page);
  const holds = forms.some((form) => bytes.includes(form));
  const found = holds
    ? parts.filter(({ from, to }) => forms.some((form) => bytes.subarray(from, to).includes(form)))
    : [];
  const { docs } = scannedFrom(docsOfPage<T>(page, found), scan);
  const last = parts.at(-1);
  return { docs, last: last && parts.length === scan.limit ? idAt(bytes, last.from) : null };
}
