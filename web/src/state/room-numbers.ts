/** A room in numbers, and what happened in it by day: counted here, from its newest rows. */
import { authorized } from '../net/api.js';
import type { Message, Topic } from '../wire.js';
import { countDays, type DayCount, firstDay } from './day-counts.js';

export interface RoomStats {
  age_days: number;
  member_count: number;
  message_count: number;
  stars_received: number;
  gifts_received: number;
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
