/** A room in numbers, and what happened in it by day: counted here from its newest rows. Pure, but for the reading. */
import { authorized } from '../net/api.js';
import type { Message, Topic } from '../wire.js';

export interface RoomStats {
  age_days: number;
  member_count: number;
  message_count: number;
  stars_received: number;
  gifts_received: number;
}

export interface DayCount {
  /** Midnight, as this device has it. */
  at: number;
  messages: number;
  came: number;
  left: number;
}

export interface RoomNumbers {
  stats: RoomStats;
  topics: Topic[];
  days: DayCount[];
  /** How many rows the days were counted from. */
  rows: number;
}

const PAGE = 200;
const PAGES_MAX = 5;
const DAYS = 14;

/** Throws the refusal: the panel shows it. */
export async function loadNumbers(slug: string): Promise<RoomNumbers> {
  const [{ stats }, { topics }, newest] = await Promise.all([
    authorized<{ stats: RoomStats }>('GET', `/rooms/${slug}/stats`),
    authorized<{ topics: Topic[] }>('GET', `/rooms/${slug}/topics`),
    newestRows(slug, firstDay(Date.now())),
  ]);
  return { stats, topics, days: countDays(newest.rows, newest.isWhole, Date.now()), rows: newest.rows.length };
}

interface Newest {
  rows: Message[];
  /** They go back to the first day that is shown. */
  isWhole: boolean;
}

async function newestRows(slug: string, from: number): Promise<Newest> {
  const rows: Message[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const before = rows.at(-1)?.seq;
    const query = new URLSearchParams({ limit: String(PAGE), ...(before && { before_seq: String(before) }) });
    const path = `/rooms/${slug}/messages?${query}`;
    const { messages, has_more } = await authorized<{ messages: Message[]; has_more: boolean }>('GET', path);
    rows.push(...messages);
    const isWhole = !has_more || (messages.at(-1)?.inserted_at ?? 0) < from;
    if (isWhole) return { rows, isWhole };
  }
  return { rows, isWhole: false };
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Days are not all of the same length, so they are counted by the calendar. */
const dayBefore = (at: number, days: number): number => {
  const day = new Date(midnight(at));
  day.setDate(day.getDate() - days);
  return day.getTime();
};

const firstDay = (now: number): number => dayBefore(now, DAYS - 1);

const gone = new Set(['member_left', 'member_kicked', 'member_banned']);

/** Oldest first, newest rows first in. A day of which older rows were not read would look emptier than it was. */
export function countDays(rows: Message[], isWhole: boolean, now: number): DayCount[] {
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

function countRow(day: DayCount, { kind, event, deleted_at }: Message): void {
  if (kind !== 'event') day.messages += deleted_at ? 0 : 1;
  else if (event?.type === 'member_joined') day.came += 1;
  else if (event && gone.has(event.type)) day.left += 1;
}
