/** A room in numbers, and what happened in it by day: counted here, from its newest rows. */

import type { Message, RoomStats, Topic } from '#page/api-types.js';
import { call } from '#page/app/api.js';
import { countDays, type DayCount, firstDay } from './day-counts.js';

export interface RoomNumbers {
  stats: RoomStats;
  topics: Topic[];
  days: DayCount[];
  /** How many rows the days were counted from. */
  rows: number;
}

const PAGE = 200;
const PAGES_MAX = 5;

/** Throws the refusal: the panel shows it. */
export async function loadNumbers(slug: string): Promise<RoomNumbers> {
  const [{ stats }, { topics }, newest] = await Promise.all([
    call('GET /api/rooms/{slug}/stats', { path: { slug } }),
    call('GET /api/rooms/{slug}/topics', { path: { slug } }),
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
    const query = { limit: PAGE, ...(before && { before_seq: before }) };
    const { messages, has_more } = await call('GET /api/rooms/{slug}/messages', { path: { slug }, query });
    rows.push(...messages);
    const isWhole = !has_more || (messages.at(-1)?.inserted_at ?? 0) < from;
    if (isWhole) return { rows, isWhole };
  }
  return { rows, isWhole: false };
}
