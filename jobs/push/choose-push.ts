/**
 * Chooses the row for a member's push notification: one per room, the newest, preferably one that mentions the member.
 */
import type { PushRow } from '#actors/room/commands.js';
import { isSilent } from '#src/domain/rooms/notification-level.js';
import type { Member, ReadState } from '#src/domain/rooms/room.js';

export interface Standing {
  member: Member;
  readState: ReadState;
}

export interface Chosen {
  type: 'message' | 'mention';
  row: PushRow;
}

/**
 * `rows`: oldest first. `after`: the last row that was already pushed. `since`: the time (ms) at which the account
 * registered the device; earlier rows are not pushed to it.
 */
export function choosePush(
  rows: readonly PushRow[],
  { member, readState }: Standing,
  after: number,
  since: number,
  now: number,
): Chosen | null {
  if (isSilent(readState, now)) return null;
  const readUpTo = Math.max(after, readState.cursor.seq, member.historyFrom, member.joinedSeq - 1);
  const news = rows.filter(({ seq, at, owner }) => seq > readUpTo && at >= since && owner !== member.account);
  const mention = news.findLast(({ mentioned, mentionsAll }) => mentionsAll || mentioned.includes(member.account));
  if (mention) return { type: 'mention', row: mention };
  const newest = news.at(-1);
  return newest && !readState.archived && !readState.mentionsOnly ? { type: 'message', row: newest } : null;
}
