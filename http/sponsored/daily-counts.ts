/** Impressions and taps by day, counted in the rows that each of them has left: nothing is counted anew. */
import { LRUCache } from 'lru-cache';
import type { SponsoredId } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';

export interface DailyCount {
  startsAt: number;
  impressions: number;
  clicks: number;
}

export interface DailyCountsQuery {
  item: SponsoredId;
  /** Beginnings of days, ascending. */
  starts: readonly number[];
  now: number;
}

export const DAY_MS = 86_400_000;
/** A store counts no further at once. */
const COUNTED_MAX = 10_000;
/** Days that are over are not counted again; so many are remembered. */
const REMEMBERED_MAX = 3_000;
/** Counts of the end of a day may be written a moment later. */
const SETTLED_MS = 60_000;

type Rows = 'usage' | 'sponsoredTaps';

export function createDailyCounts(reader: Pick<Reader, 'count'>) {
  const known = new LRUCache<string, DailyCount>({ max: REMEMBERED_MAX });

  async function between(rows: Rows, item: SponsoredId, from: number, to: number): Promise<number> {
    const range = { index: 'byItem', prefix: [item], gte: from, lt: to, limit: COUNTED_MAX };
    const count = await reader.count(rows, range);
    if (count < COUNTED_MAX || to - from <= 1) return count;
    const middle = Math.floor((from + to) / 2);
    return (await between(rows, item, from, middle)) + (await between(rows, item, middle, to));
  }

  async function dayOf({ item, now }: DailyCountsQuery, startsAt: number): Promise<DailyCount> {
    const key = `${item} ${startsAt}`;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const endsAt = startsAt + DAY_MS;
    const [impressions, clicks] = await Promise.all([
      between('usage', item, startsAt, endsAt),
      between('sponsoredTaps', item, startsAt, endsAt),
    ]);
    const day = { startsAt, impressions, clicks };
    if (endsAt + SETTLED_MS < now) known.set(key, day);
    return day;
  }

  /** One day after the other: one page may not take up the store. */
  return async function daysOf(asked: DailyCountsQuery): Promise<DailyCount[]> {
    const days: DailyCount[] = [];
    for (const start of asked.starts) days.push(await dayOf(asked, start));
    return days;
  };
}

/** The days on which it was there, as they begin so many minutes from Greenwich; at most so many, the last ones. */
export function dayStarts(createdAt: number, now: number, offsetMin: number, most: number): number[] {
  const offset = offsetMin * 60_000;
  const startOf = (at: number) => Math.floor((at + offset) / DAY_MS) * DAY_MS - offset;
  const last = startOf(now);
  const first = Math.max(startOf(createdAt), last - (most - 1) * DAY_MS);
  return Array.from({ length: Math.max(1, (last - first) / DAY_MS + 1) }, (_, n) => first + n * DAY_MS);
}
