/**
 * From events to a profile (docs/adr/0026). A profile depends on the set of events and on the hour alone. All
 * arithmetic is in whole numbers, so that the order of additions cannot change a sum by its last bit.
 *
 * - **Points** of an event: 2 for opening a topic or a category, 1 for opening an entry. Reading an entry gives 1, and
 *   1 more for each 15 seconds, at most 21.
 * - **Decay**: points halve in a week, by whole days. Events older than the window count 0.
 * - **Score** of a category or topic: the sum over its events. An event with a topic and without a category counts for
 *   the category that most events of its topic name.
 * - A score of less than 3 fresh points is no interest. The strongest 20 of the others are kept; equal scores are
 *   ordered by name.
 * - **Activity**: high from 12 days or 60 readings in the window, medium from 4 days or 15 readings.
 * - **Segments**: interest-segments.ts.
 */
import type { AccountId } from '../accounts/account.js';
import { EVENTS_KEPT_MS, type InterestEvent } from './interest-event.js';
import type { ActivityLevel, InterestProfile } from './interest-profile.js';
import { segmentsOf } from './interest-segments.js';
import { emptyHabits, type Habits, noteHabit } from './reading-habits.js';
import { ScoreSheet } from './score-sheet.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 7;
const WINDOW_DAYS = EVENTS_KEPT_MS / DAY_MS;

/** One fresh point. Halving it a few times still gives a whole number. */
export const POINT = 2 ** 20;
const FLOOR = 3 * POINT;
export const INTERESTS_MAX = 20;

const READ_STEP_MS = 15_000;
const READ_STEPS_MAX = 20;

/** A profile is built from this many of the newest events, so that a busy device cannot make it expensive. */
export const EVENTS_PER_PROFILE = 50_000;
/** A profile is rebuilt after this time even without new events, because its points decay. */
export const PROFILE_AGES_MS = DAY_MS;

/** The value of a point after this many whole days. */
export const decay: readonly number[] = Array.from({ length: WINDOW_DAYS }, (_, days) =>
  Math.round(POINT * 2 ** (-days / HALF_LIFE_DAYS)),
);

/** Profiles of the same hour are equal. */
export const profileTime = (now: number): number => Math.floor(now / HOUR_MS) * HOUR_MS;

/**
 * The start of the window. It leaves out events that the sweep may delete within the hour, so that the moment of
 * building within the hour makes no difference.
 */
export const windowStart = (builtAt: number): number => builtAt + HOUR_MS - EVENTS_KEPT_MS;

export function pointsOf({ type, durationMs = 0 }: Pick<InterestEvent, 'type' | 'durationMs'>): number {
  if (type === 'entry_open') return 1;
  if (type !== 'entry_read') return 2;
  return 1 + Math.min(READ_STEPS_MAX, Math.floor(durationMs / READ_STEP_MS));
}

type Readable = Omit<InterestEvent, 'id'>;

/** Takes each event once, in any order, and stores none. */
export class Interests {
  readonly #builtAt: number;
  readonly #sheet = new ScoreSheet();
  readonly #habits: Habits = emptyHabits();

  constructor(builtAt: number) {
    this.#builtAt = builtAt;
  }

  add(event: Readable): void {
    if (event.at < windowStart(this.#builtAt)) return;
    // A device's clock may be ahead, and an event may be younger than the hour.
    const days = Math.max(0, Math.floor((this.#builtAt - event.at) / DAY_MS));
    this.#sheet.add(event.topic, event.category, pointsOf(event) * (decay[days] ?? 0));
    noteHabit(this.#habits, event);
  }

  /** Null if no event counts. */
  profile(account: AccountId): InterestProfile | null {
    const habits = this.#habits;
    if (habits.events === 0) return null;
    const categories = this.#sheet.categories(FLOOR);
    return {
      _id: account,
      builtAt: this.#builtAt,
      interests: categories.slice(0, INTERESTS_MAX).map(({ name }) => name),
      topics: this.#sheet
        .topics(FLOOR)
        .slice(0, INTERESTS_MAX)
        .map(({ name }) => name),
      activity: activityOf(habits),
      segments: segmentsOf(habits, categories),
    };
  }
}

function activityOf({ days, readings }: Habits): ActivityLevel {
  if (days.size >= 12 || readings >= 60) return 'high';
  return days.size >= 4 || readings >= 15 ? 'medium' : 'low';
}
