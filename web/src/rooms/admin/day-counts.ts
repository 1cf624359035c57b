/** Counts messages, joins and leaves by day, in the time zone of this device. Pure. */
import type { Message } from '#page/api-types.js';

export const DAYS = 14;

export interface DayCount {
  /** Local midnight. */
  at: number;
  messages: number;
  came: number;
  left: number;
}

export type Counted = Pick<Message, 'kind' | 'event' | 'deleted_at' | 'inserted_at'>;

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Days differ in length, so they are counted by the calendar. */
const dayBefore = (at: number, days: number): number => {
  const day = new Date(midnight(at));
  day.setDate(day.getDate() - days);
  return day.getTime();
};

/** The first day of the chart. */
export const firstDay = (now: number): number => dayBefore(now, DAYS - 1);

const gone = new Set(['member_left', 'member_kicked', 'member_banned']);

/**
 * Oldest day first; `rows` are newest first. A day whose older messages are not loaded is left out, because its count
 * would be too low.
 */
export function countDays(rows: Counted[], isWhole: boolean, now: number): DayCount[] {
  const oldest = rows.at(-1)?.inserted_at ?? now;
  const days = Array.from({ length: DAYS }, (_, ago) => dayBefore(now, DAYS - 1 - ago))
    .filter((at) => isWhole || at > oldest || at === midnight(now))
    .map((at): DayCount => ({ at, messages: 0, came: 0, left: 0 }));
  const byDay = new Map(days.map((day) => [day.at, day]));
  for (const row of rows) {
    const day = byDay.get(midnight(row.inserted_at));
    if (day) countRow(day, row);
  }
  return days;
}

function countRow(day: DayCount, { kind, event, deleted_at }: Counted): void {
  if (kind !== 'event') day.messages += deleted_at ? 0 : 1;
  else if (event?.type === 'member_joined') day.came += 1;
  else if (event && gone.has(event.type)) day.left += 1;
}
