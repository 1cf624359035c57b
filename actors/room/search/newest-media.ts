/** Photos and videos of a room, found by an index that ordinary messages are not in. */

import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { MediaQuery, SearchScope } from '../commands/search-commands.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';

const PAGE = 200;

/** Seqs, newest first, at most `limit`. Time never goes back along the log, so by time is by seq. */
export async function newestMedia(
  reader: Reader,
  { room, after, gone, seq }: SearchScope,
  { from, beforeAt, beforeSeq, limit }: MediaQuery,
): Promise<number[]> {
  const before = Math.min(beforeSeq ?? seq + 1, seq + 1);
  const edge = before > seq ? null : await reader.get<EntryDoc>('log', logId(room, before));
  let upTo = Math.min(
    beforeAt === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(beforeAt) - 1,
    edge?.at ?? Number.MAX_SAFE_INTEGER,
  );
  const found: number[] = [];
  for (let last = before; ; ) {
    const range = { index: 'media', prefix: [room], gt: gone, lte: upTo, desc: true, limit: PAGE };
    const docs = await reader.range<EntryDoc>('log', range);
    for (const doc of docs) {
      if (doc.seq >= last) continue;
      if (doc.seq <= after) return found;
      last = doc.seq;
      if (from === undefined || unpackEntry(doc).row?.owner === from) found.push(doc.seq);
      if (found.length === limit) return found;
    }
    if (docs.length < PAGE) return found;
    const at = (docs.at(-1) as EntryDoc).at;
    // More of one millisecond than a page holds: the rest of it is passed over.
    upTo = at === upTo ? at - 1 : at;
  }
}
