/**
 * From events to a profile (docs/adr/0026). A profile is a function of the set of events and of the hour, and of
 * nothing else: all arithmetic is in whole numbers, so no order of adding can change a sum by its last bit.
 *
 * - **Points** of an event: 2 for opening a topic or a category, 1 for opening an entry, and for reading one 1 and
 *   1 more for each 15 seconds, at most 21.
 * - **Decay**: points count half after a week, by whole days; what is older than the window counts nothing.
 * - **Score** of a category or topic: the sum over its events. An event that names a topic and no category counts for
 *   the category that most events of the same topic name.
 * - What scores less than 3 fresh points is no interest. Of the others the strongest 20 are kept, equal ones in the
 *   order of their letters.
 * - **Activity**: high from 12 days or 60 readings in the window on, medium from 4 days or 15 readings on.
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

/** One fresh point. Halving it a few times still leaves a whole number. */
export const POINT = 2 ** 20;
const FLOOR = 3 * POINT;
export const INTERESTS_MAX = 20;

const READ_STEP_MS = 15_000;
const READ_STEPS_MAX = 20;

/** Of the newest so many events a profile is made, whoever reports more. */
export const EVENTS_PER_PROFILE = 50_000;
/** So long after it was built a profile is built anew, though nothing was read: it grows older. */
export const PROFILE_AGES_MS = DAY_MS;

/** What a point is worth after so many whole days. */
export const decay: readonly number[] = Array.from({ length: WINDOW_DAYS }, (_, days) =>
  Math.round(POINT * 2 ** (-days / HALF_LIFE_DAYS)),
);

/** Profiles of one hour are alike. */
export const profileTime = (now: number): number => Math.floor(now / HOUR_MS) * HOUR_MS;

/**
 * From when on events count. In none of the moments of that hour has one of them been swept, so that it does not
 * matter in which one the profile is built.
 */
export const windowStart = (builtAt: number): number => builtAt + HOUR_MS - EVENTS_KEPT_MS;

export function pointsOf({ type, durationMs = 0 }: Pick<InterestEvent, 'type' | 'durationMs'>): number {
  if (type === 'entry_open') return 1;
  if (type !== 'entry_read') return 2;
  return 1 + Math.min(READ_STEPS_MAX, Math.floor(durationMs / READ_STEP_MS));
}

type Readable = Omit<InterestEvent, 'id'>;

/** Takes each event once, in whatever order, and holds no event. */
export class Interests {
  readonly #builtAt: number;
  readonly #sheet = new ScoreSheet();
  readonly #habits: Habits = emptyHabits();

  constructor(builtAt: number) {
    this.#builtAt = builtAt;
  }

  add(event: Readable): void {
    if (event.at < windowStart(this.#builtAt)) return;
    // The clock of a device may be ahead, and an event younger than the hour.
    const days = Math.max(0, Math.floor((this.#builtAt - event.at) / DAY_MS));
    this.#sheet.add(event.topic, event.category, pointsOf(event) * (decay[days] ?? 0));
    noteHabit(this.#habits, event);
  }

  /** Null of somebody who has read nothing. */
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
