import { RefusalError } from '#src/errors.js';
import type { CollectionName } from '#src/store/collections.js';
import { asDoc, type Doc, type Store } from '#src/store/store.js';

/** After a lost race the document is read again; many losses in a row mean that something else is wrong. */
const TRIES_MAX = 5;

/**
 * Changes a document that several may change at once: guarded by its version, so that nobody loses what another has written.
 * `changed` may be called several times; the document itself means that there is nothing to change.
 */
export async function changeDocument<T extends Doc & { version: number }>(
  store: Store,
  from: CollectionName,
  id: string,
  changed: (before: T) => T,
): Promise<{ before: T; after: T }> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const before = await store.get<T>(from, id);
    if (!before) throw new RefusalError('not_found');
    const next = changed(before);
    if (next === before) return { before, after: before };
    const after = { ...next, version: before.version + 1 };
    const guard = { equals: { version: before.version } };
    const [isWritten] = await store.write([{ op: 'put', in: from, doc: asDoc(after), guard }]);
    if (isWritten) return { before, after };
  }
  throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
}
