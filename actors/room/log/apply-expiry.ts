/** The effects of time on memory: the lifetime of rows when its setting changes, and rows that were swept. */

import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { expiresAt, goneUpTo } from '#src/domain/rooms/expiry.js';
import type { Head, RoomSettings } from '#src/domain/rooms/room.js';
import type { RoomState } from '../model/room-state.js';
import { changeRow } from './apply-rows.js';
import { blanked } from './blank-rows.js';

/** Rows that expired under the earlier setting stay expired; the sweep looks at the room anew. */
export function expiryAfter(
  head: Head,
  settings: Partial<RoomSettings>,
  at: number,
): Partial<Pick<Head, 'expiredAt' | 'sweepAt'>> {
  const { messageTtlHours } = settings;
  if (messageTtlHours === undefined || messageTtlHours === head.settings.messageTtlHours) return {};
  return { expiredAt: goneUpTo(head, at), sweepAt: at };
}

/** The sweep waits for the first row after everything had expired. */
export function scheduleSweep(head: Head, at: number): void {
  head.sweepAt ??= expiresAt(head, at);
}

/** Whether this entry set when the sweep comes: the sweep finds rooms by their stored head, which has to tell it. */
export const schedulesSweep = ({ sweepAt, settings }: Head, { row, at }: LogEntry): boolean =>
  row !== null && sweepAt !== null && sweepAt === expiresAt({ settings }, at);

export function rowsExpired(state: RoomState, fact: Extract<Fact, { type: 'rows_expired' }>, { seq }: LogEntry): void {
  for (const row of fact.rows) changeRow(state, row.seq, seq, blanked);
  const head = state.head as Head;
  if (head.seq >= seq) return;
  const gone = new Set(fact.rows.map(({ id }) => id));
  const pins = head.pins.filter((id) => !gone.has(id));
  state.head = { ...head, pins, sweptSeq: fact.upTo, sweepAt: fact.sweepAt };
}
