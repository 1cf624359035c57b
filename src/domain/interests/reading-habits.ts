/** How a person reads, regardless of the topics. */
import type { InterestEvent } from './interest-event.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/**
 * Days and nights are those of Türkiye, because devices do not send their time zone. It has had no summer time since
 * 2016.
 */
const CLOCK_AHEAD_MS = 3 * HOUR_MS;
const NIGHT_ENDS_H = 5;
/** The first day of the epoch was a Thursday. */
const THURSDAY = 4;

export interface Habits {
  events: number;
  /** The numbers of the days with an event. */
  days: Set<number>;
  readings: number;
  readingMs: number;
  /** The number of events between midnight and five. */
  atNight: number;
  onWeekend: number;
}

export const emptyHabits = (): Habits => ({
  events: 0,
  days: new Set(),
  readings: 0,
  readingMs: 0,
  atNight: 0,
  onWeekend: 0,
});

export function noteHabit(habits: Habits, { type, at, durationMs = 0 }: Omit<InterestEvent, 'id'>): void {
  const local = at + CLOCK_AHEAD_MS;
  const day = Math.floor(local / DAY_MS);
  const weekday = (day + THURSDAY) % 7;
  habits.events += 1;
  habits.days.add(day);
  if (local - day * DAY_MS < NIGHT_ENDS_H * HOUR_MS) habits.atNight += 1;
  if (weekday === 0 || weekday === 6) habits.onWeekend += 1;
  if (type !== 'entry_read') return;
  habits.readings += 1;
  habits.readingMs += Math.floor(durationMs);
}
