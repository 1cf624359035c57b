/** The discussions that an account has begun or written in, by their first rows, the newest first. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Reader } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import type { Place, PlacesBefore } from './places.js';

/** Rows of one read. Behind it the read goes on at the next discussion, however many rows the last one has. */
const STEP = 16;

export function discussionsBefore(reader: Reader, account: AccountId): PlacesBefore {
  return async (before, count) => {
    const lists = await Promise.all(['begun', 'joined'].map((index) => roots(reader, index, account, before, count)));
    const unique = new Map(lists.flat().map((place) => [place.cursor, place]));
    return [...unique.values()].sort((a, b) => (a.cursor < b.cursor ? 1 : -1)).slice(0, count);
  };
}

/** Ids of messages sort by their time, so that the id of the first row is the cursor. */
async function roots(
  reader: Reader,
  index: string,
  account: AccountId,
  before: string | undefined,
  count: number,
): Promise<Place[]> {
  const found: Place[] = [];
  for (let lt = before; found.length < count; lt = found.at(-1)?.cursor) {
    const range = { index, prefix: [account], ...(lt !== undefined && { lt }), desc: true, limit: STEP };
    const docs = await reader.range<EntryDoc>('log', range);
    for (const { room, discussionOf: root } of docs) {
      if (root === undefined || root === found.at(-1)?.cursor) continue;
      found.push({ room, seq: seqOfMessageId(root), cursor: root });
    }
    if (docs.length < STEP) break;
  }
  return found.slice(0, count);
}
