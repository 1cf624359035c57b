/**
 * The segments of a reader. Each segment needs a minimum of events, because few events prove no habit.
 *
 * - `deep_reader`: 5 readings or more, of two minutes on average.
 * - `explorer`: 5 categories or more, each with at most two fifths of all scores.
 * - `focused`: one category has seven tenths of all scores or more.
 * - `night_owl`: two fifths of the events or more between midnight and five.
 * - `weekend_reader`: half of the events or more on Saturday and Sunday.
 */
import type { Segment } from './interest-profile.js';
import type { Habits } from './reading-habits.js';
import type { Scored } from './score-sheet.js';

const EVENTS_MIN = 10;
const DEEP_READINGS_MIN = 5;
const DEEP_READING_MS = 120_000;
const EXPLORED_MIN = 5;

/** In whole numbers: `part` is at least `times` tenths of `whole`. */
const isAtLeastTenths = (part: number, times: number, whole: number): boolean => part * 10 >= whole * times;

const rules: Record<Segment, (habits: Habits, categories: readonly Scored[]) => boolean> = {
  deep_reader: ({ readings, readingMs }) => readings >= DEEP_READINGS_MIN && readingMs >= readings * DEEP_READING_MS,
  explorer: (_, categories) =>
    categories.length >= EXPLORED_MIN && strongestOf(categories) * 10 <= sumOf(categories) * 4,
  focused: ({ events }, categories) =>
    events >= EVENTS_MIN && categories.length > 0 && isAtLeastTenths(strongestOf(categories), 7, sumOf(categories)),
  night_owl: ({ events, atNight }) => events >= EVENTS_MIN && isAtLeastTenths(atNight, 4, events),
  weekend_reader: ({ events, onWeekend }) => events >= EVENTS_MIN && isAtLeastTenths(onWeekend, 5, events),
};

const strongestOf = ([first]: readonly Scored[]): number => first?.score ?? 0;
const sumOf = (all: readonly Scored[]): number => all.reduce((sum, { score }) => sum + score, 0);

/** `categories`: those above the floor, the strongest first. The result has the order of `rules`. */
export const segmentsOf = (habits: Habits, categories: readonly Scored[]): Segment[] =>
  (Object.keys(rules) as Segment[]).filter((segment) => rules[segment](habits, categories));
