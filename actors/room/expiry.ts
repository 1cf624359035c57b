/** Rows that message_ttl_hours has taken away count for nobody: unread begins behind the newest expired entry. */
import type { Cursor, Head, Member } from '#src/domain/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import type { Needs } from './needs.js';
import { needsOwnCounts, ownAt } from './own-counts.js';
import type { ExpiredUpTo, RoomState } from './room-state.js';
import { HOUR_MS } from './row-views.js';

export function needsExpiry(needs: Needs, member: Member, cursor: Cursor, now: number): void {
  const { state } = needs;
  const before = expiredBefore(state, now);
  if (before === null) return;
  const known = inMemory(state, cursor, before);
  const first = state.recent[0]?.seq ?? 1;
  const read =
    known === undefined ? needs.once('expired', (store) => search(store, state.id, cursor, first, before)) : known;
  if (read) needsOwnCounts(needs, member, read.seq, 'ownExpired');
}

/** Where unread begins: the cursor, or behind the rows that are gone. */
export function unexpiredFrom(state: RoomState, command: object, member: Member, cursor: Cursor, now: number): Cursor {
  const before = expiredBefore(state, now);
  if (before === null) return cursor;
  const known = inMemory(state, cursor, before);
  const expired = known === undefined ? state.readsFor(command).expired : known;
  if (!expired || expired.seq <= cursor.seq) return cursor;
  return { ...expired, own: ownAt(state, command, member, expired.seq, 'ownExpired') };
}

/** Rows of that time and before are gone. */
function expiredBefore(state: RoomState, now: number): number | null {
  const { messageTtlHours } = (state.head as Head).settings;
  return messageTtlHours === null ? null : now - messageTtlHours * HOUR_MS;
}

/** Null: nothing after the cursor has expired. Undefined: the store has to tell. */
function inMemory(state: RoomState, cursor: Cursor, before: number): ExpiredUpTo | null | undefined {
  const newest = state.recent.findLast(({ at }) => at <= before);
  if (newest) return { seq: newest.seq, counts: newest.head.counts };
  return (state.recent[0]?.seq ?? 0) - 1 <= cursor.seq ? null : undefined;
}

/** Time never goes back in a room, so the newest expired entry is found by halves. */
async function search(
  reader: Reader,
  room: string,
  cursor: Cursor,
  end: number,
  before: number,
): Promise<ExpiredUpTo | null> {
  let found: ExpiredUpTo | null = null;
  let [low, high] = [cursor.seq + 1, end - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const doc = await reader.get<EntryDoc>('log', logId(room, middle));
    if (!doc) return found;
    if (doc.at <= before) {
      found = { seq: middle, counts: unpackEntry(doc).head.counts };
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
}
