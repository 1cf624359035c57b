/**
 * The push mark of a row: its slot and its time in one number, so that the marks of a slot lie beside each other in the
 * index (docs/adr/0109-push-marks-are-read-by-slot.md). A mark of an earlier version is a time alone.
 */
import { SLOTS, slotOf } from '../slots.js';

const HOUR_MS = 3_600_000;

/** Older rows are not pushed. */
export const PUSH_MAX_AGE_MS = 24 * HOUR_MS;
/** A later row gets a mark of its own. */
export const PUSH_MARK_RENEWED_MS = HOUR_MS;
/** Then every row that only this mark leads to is too old for a push. */
export const PUSH_MARK_KEPT_MS = PUSH_MAX_AGE_MS + PUSH_MARK_RENEWED_MS;

/** Beyond every time in ms, and small enough that the marks of the last slot are exact. */
const SPAN = 2 ** 42;

/** The times from `since` on that marks of these slots have, with everything between them. */
export interface MarkSpan {
  gte: number;
  lt: number;
}

export const pushMark = (room: string, at: number): number => spanOf(slotOf(room)) + at;

/** -1 for a mark of an earlier version. */
export const slotOfMark = (mark: number): number => Math.floor(mark / SPAN) - 1;

const spanOf = (slot: number): number => (slot + 1) * SPAN;

export const withoutSlot = (since: number): MarkSpan => ({ gte: since, lt: SPAN });

export const marksBetween = (first: number, last: number, since: number): MarkSpan => ({
  gte: spanOf(first) + since,
  lt: spanOf(last + 1),
});

/** Slots that follow each other share a span, which has what is older than `since` of all but the first. */
export function marksOf(slots: Iterable<number>, since: number): MarkSpan[] {
  const spans: MarkSpan[] = [];
  let first = -1;
  let last = -1;
  for (const slot of [...new Set(slots)].sort((a, b) => a - b)) {
    if (first >= 0 && slot === last + 1) {
      last = slot;
      continue;
    }
    if (first >= 0) spans.push(marksBetween(first, last, since));
    first = slot;
    last = slot;
  }
  if (first >= 0) spans.push(marksBetween(first, last, since));
  return spans;
}

export const everySlot: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);
