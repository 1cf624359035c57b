/**
 * Writes of one call that change nothing, because another one decides the document whatever they do. A room that many
 * people join at once puts its head again for each of them, and one that is loaded after a crash repeats the writes of up to
 * a thousand entries: of each document only the newest state is needed.
 */
import { documentOf, type Write } from '#src/store/store.js';

/**
 * The rest, in order. Left out is a write guarded by a revision alone if a later put of the same document is guarded by a
 * higher one, because that put is refused only where the earlier write would be; and one that an earlier put of the call
 * refuses in any case, as all writes but the first of a document that memory has in its newest state already.
 */
export function withoutSuperseded(writes: Write[]): Write[] {
  if (writes.length < 2) return writes;
  const rest = withoutRefused(withoutReplaced(writes));
  return rest.length === writes.length ? writes : rest;
}

function withoutReplaced(writes: readonly Write[]): Write[] {
  /** By document: the revision before which the next put that is kept replaces it. */
  const replacedBefore = new Map<string, number>();
  const rest: Write[] = [];
  for (const write of writes.toReversed()) {
    const document = documentOf(write);
    const later = replacedBefore.get(document);
    const own = revisionOf(write);
    if (later !== undefined && own !== null && own < later) continue;
    if (write.op === 'put' && own !== null) replacedBefore.set(document, own);
    else replacedBefore.delete(document);
    rest.push(write);
  }
  return rest.reverse();
}

function withoutRefused(writes: readonly Write[]): Write[] {
  /** By document: it has this revision or a higher one since a put, carried out or refused. */
  const isAtLeast = new Map<string, number>();
  return writes.filter((write) => {
    const document = documentOf(write);
    const known = isAtLeast.get(document);
    const own = revisionOf(write);
    if (known !== undefined && own !== null && own <= known) return false;
    if (own === null || write.op === 'del') isAtLeast.delete(document);
    else if (write.op === 'put') isAtLeast.set(document, own);
    return true;
  });
}

/** Before this revision the write is carried out; null if more decides, or if it leaves another revision behind. */
function revisionOf(write: Write): number | null {
  const { olderThan, ...more } = write.guard ?? {};
  if (olderThan === undefined || Object.keys(more).length > 0) return null;
  const left = write.op === 'put' ? write.doc.rev : write.op === 'set' ? (write.set?.rev ?? olderThan) : olderThan;
  return left === olderThan ? olderThan : null;
}
