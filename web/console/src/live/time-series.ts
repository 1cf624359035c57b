/** Merges new steps into the known time series and drops the oldest ones. */
import type { CountColumn, Live, TimeSeries, Values } from './columns.js';

export const KEPT_MS = 15 * 60_000;

/** The new response merged with the known steps. */
export function mergeLive(known: Live | null, told: Live): Live {
  const from = told.at - KEPT_MS;
  const before = new Map(known?.nodes.map(({ name, series }) => [name, series]));
  return {
    ...told,
    series: joinCourse(known?.series, told.series, from),
    nodes: told.nodes.map((node) => ({ ...node, series: joinCourse(before.get(node.name), node.series, from) })),
  };
}

function joinCourse(known: TimeSeries | undefined, told: TimeSeries, from: number): TimeSeries {
  if (!known) return told;
  const last = known.at.at(-1) ?? 0;
  const skipKnown = known.at.filter((at) => at < from).length;
  const skipTold = told.at.filter((at) => at <= last).length;
  const names = Object.keys(told) as (keyof TimeSeries)[];
  const join = (name: keyof TimeSeries) => [...known[name].slice(skipKnown), ...told[name].slice(skipTold)];
  return Object.fromEntries(names.map((name) => [name, join(name)])) as TimeSeries;
}

/** The newest known step; the next request asks for later ones only. */
export const sinceOf = (known: Live | null): number => known?.series.at.at(-1) ?? 0;

/** Rates per second from the counts of each step. A missed step counts toward the next one. */
export function rates(course: TimeSeries, name: CountColumn, stepMs: number): Values {
  return course[name].map((count, n) => {
    const at = course.at[n] ?? 0;
    const before = course.at[n - 1] ?? at - stepMs;
    return count === null ? null : count / ((at - before) / 1_000);
  });
}

export const newest = (values: Values): number | null => values.at(-1) ?? null;

export const highest = (values: Values): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

export interface MinuteRow {
  at: number;
  /** The first and the last step. */
  steps: [from: number, to: number];
}

/** Complete minutes, newest first, as many as the table shows. */
export function minutesOf({ at }: TimeSeries): MinuteRow[] {
  const rows: MinuteRow[] = [];
  for (const [n, time] of at.entries()) {
    // The timestamp of a step is its end, so the step belongs to the minute of the moment before.
    const minute = Math.floor((time - 1) / 60_000) * 60_000;
    const row = rows.at(-1);
    if (row?.at === minute) row.steps[1] = n + 1;
    else rows.push({ at: minute, steps: [n, n + 1] });
  }
  return rows.reverse();
}
