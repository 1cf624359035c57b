/** Between which entries of a room's log a moment lies, as far as what people saw can tell. */
import type { History, Op } from '../history.js';

export interface Bounds {
  /** The newest entry that anybody had seen before. */
  floor(before: number): number;
  /** What was placed by a message that was only asked for later had not happened. */
  ceiling(at: number): number;
}

interface Seen {
  at: number;
  seq: number;
}

/** `ops` are those of the room. */
export function boundsOf(room: string, ops: readonly Op[], history: History): Bounds {
  const seen = ops.filter(({ outcome, seq }) => outcome === 'ok' && seq !== undefined);
  const placed = seen.filter(({ what, isDuplicate }) => what === 'send_message' && !isDuplicate);
  const ahead = placed.map(({ begunAt, seq }) => ({ at: -begunAt, seq: -(seq as number) }));
  const lowest = highestBefore(ahead);
  return {
    floor: highestBefore(
      [
        ...seen.map(({ endedAt, seq }) => ({ at: endedAt, seq: seq as number })),
        ...history.heard.filter((heard) => heard.room === room),
      ],
      0,
    ),
    ceiling: (at) => -lowest(-at) - 1,
  };
}

/** The highest seq of those before a moment. */
export function highestBefore(all: readonly Seen[], none = Number.NEGATIVE_INFINITY): (before: number) => number {
  const sorted = all.map(({ at, seq }) => ({ at, seq })).sort((a, b) => a.at - b.at);
  let highest = none;
  for (const one of sorted) one.seq = highest = Math.max(highest, one.seq);
  return (before) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as Seen).at < before) low = middle + 1;
      else high = middle;
    }
    return sorted[low - 1]?.seq ?? none;
  };
}
