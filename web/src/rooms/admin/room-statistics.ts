/** Statistics of a room. The counts by day are computed here from its newest messages. */

import type { Message, RoomStats, Topic } from '#page/api-types.js';
import { call } from '#page/app/api.js';
import { countDays, type DayCount, firstDay } from './day-counts.js';

export interface RoomNumbers {
  stats: RoomStats;
  topics: Topic[];
  days: DayCount[];
  /** The number of messages that were counted. */
  rows: number;
}

const PAGE = 200;
const PAGES_MAX = 5;

/** Throws the error, because the panel shows it. */
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
  /** True when the messages reach back to the first day of the chart. */
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
