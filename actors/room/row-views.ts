/** Rows on their way out, made once per row and shared by all readers; and who may see them. */
import type { Row } from '#src/domain/message.js';
import type { Head, Member } from '#src/domain/room.js';
import type { RowView } from '#src/domain/views.js';
import type { RoomState } from './room-state.js';

const HOUR_MS = 3_600_000;

export function rowView(state: RoomState, row: Row): RowView {
  const head = state.head as Head;
  const known = state.views.get(row.seq);
  if (known?.row === row) return known;
  const view: RowView = { row, slug: head.slug, expiresAt: expiresAt(head, row), pinned: head.pins.includes(row.id) };
  // Older rows come and go with each reading: what is made of them must not outlive them.
  if (row.seq > state.windowFrom) state.views.set(row.seq, view);
  return view;
}

export function expiresAt(head: Head, row: Row): number | null {
  const { messageTtlHours } = head.settings;
  return messageTtlHours === null ? null : row.at + messageTtlHours * HOUR_MS;
}

/** Gone by the clock, whether the sweep has been here or not. */
export function isExpired(head: Head, row: Row, now: number): boolean {
  const at = expiresAt(head, row);
  return at !== null && at <= now;
}

/** Whether this member may see the row in the room's stream and lists. */
export function isVisible(head: Head, member: Member, row: Row, now: number): boolean {
  if (row.audience === 'hidden' || (row.audience === 'admins' && member.role === 'member')) return false;
  return row.seq > member.historyFrom && !isExpired(head, row, now);
}
