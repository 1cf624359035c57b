/**
 * What stands in place of a document of an erased account until the last pass of the erasure. An owner that stood still,
 * or a write that the store carries out late, may still bring the document as it was; the placeholder is newer, so the
 * guard of that write refuses it. It has no fields but the key and the room in it, which the record of the erasure names
 * as well.
 */
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Write } from '#src/store/store.js';

interface Placeholder {
  erased?: true;
}

/** `rev` is the seq of the room's last entry: what an entry of later writes is not refused. */
export function placeholderFor(into: CollectionName, doc: Doc & { rev?: unknown }, rev: number): Write {
  const guard = { equals: { rev: doc.rev as number } };
  const room = doc._id.slice(0, doc._id.indexOf(':'));
  return { op: 'put', in: into, doc: { _id: doc._id, room, rev, erased: true }, guard };
}

export const isErased = (doc: object): boolean => (doc as Placeholder).erased === true;

/** For readers of a document by its key. */
export const unlessErased = <T extends object>(doc: T | null | undefined): T | null =>
  doc && !isErased(doc) ? doc : null;
