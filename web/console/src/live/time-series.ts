/** Courses as they grow: what is new is put behind what is known, and what is old falls off. */
import type { CountColumn, Course, Live, Values } from './columns.js';

export const KEPT_MS = 15 * 60_000;

/** What was told now, with what was known before. */
export function joinLive(known: Live | null, told: Live): Live {
  const from = told.at - KEPT_MS;
  const before = new Map(known?.nodes.map(({ name, series }) => [name, series]));
  return {
    ...told,
    series: joinCourse(known?.series, told.series, from),
    nodes: told.nodes.map((node) => ({ ...node, series: joinCourse(before.get(node.name), node.series, from) })),
  };
}

function joinCourse(known: Course | undefined, told: Course, from: number): Course {
  if (!known) return told;
  const last = known.at.at(-1) ?? 0;
  const skipKnown = known.at.filter((at) => at < from).length;
  const skipTold = told.at.filter((at) => at <= last).length;
  const names = Object.keys(told) as (keyof Course)[];
  const join = (name: keyof Course) => [...known[name].slice(skipKnown), ...told[name].slice(skipTold)];
  return Object.fromEntries(names.map((name) => [name, join(name)])) as Course;
}

/** The newest step that is known: only later ones are asked for. */
export const sinceOf = (known: Live | null): number => known?.series.at.at(-1) ?? 0;

/** A second, out of counts by step; a step that was missed belongs to the one after it. */
export function rates(course: Course, name: CountColumn, stepMs: number): Values {
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
  /** From and up to which step. */
  steps: [from: number, to: number];
}

/** Full minutes, the newest first: as many as a table can be read of. */
export function minutesOf({ at }: Course): MinuteRow[] {
  const rows: MinuteRow[] = [];
  for (const [n, time] of at.entries()) {
    // A step belongs to the minute in which it was, not to the one in which it ends.
    const minute = Math.floor((time - 1) / 60_000) * 60_000;
    const row = rows.at(-1);
    if (row?.at === minute) row.steps[1] = n + 1;
    else rows.push({ at: minute, steps: [n, n + 1] });
  }
  return rows.reverse();
}
