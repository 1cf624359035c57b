/** Which row a command is about, as far as the caller may see it. */
import { refuse } from '#actors/runtime/decision.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { holds, isMuted } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible } from '../model/row-views.js';
import { isRefused, memberOr } from './access.js';

type Refused = ReturnType<typeof refuse>;

export interface RowTarget {
  member: Member;
  row: Row;
}

/** The row with this id, when memory has it; ids of other rooms and made-up ones find nothing. */
export function rowById(state: RoomState, id: string): Row | null {
  const row = state.rowAt(seqOfMessageId(id));
  return row?.id === id ? row : null;
}

export function rowTargetNeeds(needs: Needs, { by, messageId }: { by: Caller; messageId: string }): void {
  needs.member(by.accountId);
  needs.row(seqOfMessageId(messageId));
}

/** The caller and the row spoken of, when the caller may see it. */
export function rowTargetOr(state: RoomState, by: Caller, messageId: string, now: number): RowTarget | Refused {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const row = rowById(state, messageId);
  return row && isVisible(state.head as Head, member, row, now) ? { member, row } : refuse('not_found');
}

export const isRowTarget = (value: RowTarget | Refused): value is RowTarget => 'row' in value;

/** The same for operations that need a permission and an unmuted member: those are checked before the row. */
export function keyedTargetOr(
  state: RoomState,
  { by, messageId }: { by: Caller; messageId: string },
  key: string,
  now: number,
): RowTarget | Refused {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if (isMuted(member, now)) return refuse('muted', { until: member.mutedUntil as number });
  if (!holds(state.head as Head, member, key)) return refuse('not_allowed');
  return rowTargetOr(state, by, messageId, now);
}
