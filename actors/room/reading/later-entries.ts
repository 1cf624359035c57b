import { logId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';

/**
 * Those of these rooms whose log goes on after the entry that is known. A log has no holes, so that the next entry alone
 * is looked for: rooms are not loaded, and many are one request.
 */
export async function laterEntries(
  reader: Pick<Reader, 'getMany'>,
  known: readonly (readonly [room: string, seq: number])[],
): Promise<ReadonlySet<string>> {
  const next = known.map(([room, seq]) => logId(room, seq + 1));
  const found = await reader.getMany<Doc>('log', next);
  return new Set(known.flatMap(([room], at) => (found[at] ? [room] : [])));
}
