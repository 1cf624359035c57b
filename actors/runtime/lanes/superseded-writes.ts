/**
 * Writes of one call that change nothing, because a later one replaces the document whatever they do. A room that many
 * people join at once puts its head again for each of them, and one that is loaded after a crash repeats the writes of up to
 * a thousand entries: of each document only the newest state is needed.
 */
import { documentOf, type Write } from '#src/store/store.js';

/**
 * The rest, in order. Left out is a write guarded by a revision alone if a later put of the same document is guarded by a
 * higher one: that put is refused only where the earlier write would be. No other write of the document is between them.
 */
export function withoutSuperseded(writes: Write[]): Write[] {
  if (writes.length < 2) return writes;
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
  return rest.length === writes.length ? writes : rest.reverse();
}

/** Before this revision the write is carried out; null if more decides, or if it leaves another revision behind. */
function revisionOf(write: Write): number | null {
  const { olderThan, ...more } = write.guard ?? {};
  if (olderThan === undefined || Object.keys(more).length > 0) return null;
  const left = write.op === 'put' ? write.doc.rev : write.op === 'set' ? (write.set?.rev ?? olderThan) : olderThan;
  return left === olderThan ? olderThan : null;
}
