/** Views of rows, made once per row and shared by all readers; and the readers that may see them. */

import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { RowView } from '#src/domain/messages/views.js';
import { expiresAt, hasLifetime, isGone } from '#src/domain/rooms/expiry.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { RoomState } from './room-state.js';

export function rowView(state: RoomState, row: Row): RowView {
  const head = state.head as Head;
  const known = state.views.get(row.seq);
  if (known?.row === row) return known;
  const view: RowView = {
    row,
    slug: head.slug,
    expiresAt: expiresAt(head, row.at),
    pinned: head.pins.includes(row.id),
  };
  // Older rows are loaded for one read: their views must not outlive them.
  if (row.seq > state.windowFrom) state.views.set(row.seq, view);
  return view;
}

/** Pinned rows that have not expired, newest first. */
export function livePins(state: RoomState): string[] {
  const head = state.head as Head;
  if (!hasLifetime(head)) return head.pins;
  return head.pins.filter((id) => {
    const row = state.rowAt(seqOfMessageId(id));
    return row && !isGone(head, row, state.now);
  });
}

/** The newest visible pin: members see all their rows, others only those that an open room shows to newcomers. */
export function newestPin(state: RoomState, member: Member | null): RowView | null {
  const head = state.head as Head;
  for (const id of head.pins) {
    const row = state.rowAt(seqOfMessageId(id));
    if (row && (member ? isVisible(head, member, row, state.now) : isPublic(head, row, state.now))) {
      return rowView(state, row);
    }
  }
  return null;
}

function isPublic(head: Head, row: Row, now: number): boolean {
  const { visibility, historyForNewMembers } = head.settings;
  return visibility === 'open' && historyForNewMembers && row.audience === 'all' && !isGone(head, row, now);
}

/** Whether this member may see the row in the room's stream and lists. */
export function isVisible(head: Head, member: Member, row: Row, now: number): boolean {
  if (row.audience === 'hidden' || (row.audience === 'admins' && member.role === 'member')) return false;
  return row.seq > member.historyFrom && !isGone(head, row, now);
}
