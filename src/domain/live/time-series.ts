/** Samples as columns, of one node or of all together: one list for each number, the format that charts use. */
import { quantileMs, sumOf } from './quantiles.js';
import { type Counts, counts, type Levels, levels, type Sample, type Worsts, worsts } from './sample.js';

export const quantiles = ['ack_p50_ms', 'ack_p95_ms', 'ack_p99_ms', 'commit_p50_ms', 'commit_p99_ms'] as const;
export const columns = ['at', ...counts, ...levels, ...worsts, ...quantiles] as const;

export type Column = (typeof columns)[number];
export type TimeSeries = Record<Column, (number | null)[]>;

/** Merges the samples of all nodes by step. */
export function mergeSamples(nodes: readonly Sample[][]): Sample[] {
  const found = new Map<number, Sample>();
  for (const sample of nodes.flat()) {
    const known = found.get(sample.at);
    found.set(sample.at, known ? joined(known, sample) : sample);
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

export function timeSeriesOf(samples: readonly Sample[], bounds: readonly number[]): TimeSeries {
  const course = Object.fromEntries(columns.map((name) => [name, [] as (number | null)[]])) as TimeSeries;
  for (const sample of samples) {
    const row = rowOf(sample, bounds);
    for (const name of columns) course[name].push(row[name]);
  }
  return course;
}

function rowOf(
  { at, counts: happened, levels: stood, worsts: worst, ack, commit }: Sample,
  bounds: readonly number[],
): Record<Column, number | null> {
  return { at, ...happened, ...stood, ...worst, ...quantilesOf(ack, commit, bounds) };
}

export function quantilesOf(ack: readonly number[], commit: readonly number[], bounds: readonly number[]) {
  const of = (taken: readonly number[], q: number) => quantileMs({ bounds, counts: taken }, q);
  return {
    ack_p50_ms: of(ack, 0.5),
    ack_p95_ms: of(ack, 0.95),
    ack_p99_ms: of(ack, 0.99),
    commit_p50_ms: of(commit, 0.5),
    commit_p99_ms: of(commit, 0.99),
  };
}

export function joined(one: Sample, other: Sample): Sample {
  return {
    at: one.at,
    counts: summed<Counts>(counts, one.counts, other.counts),
    levels: summed<Levels>(levels, one.levels, other.levels),
    worsts: Object.fromEntries(worsts.map((name) => [name, worse(one.worsts[name], other.worsts[name])])) as Worsts,
    ack: sumOf(one.ack, other.ack),
    commit: sumOf(one.commit, other.commit),
  };
}

function summed<T extends Record<string, number>>(names: readonly (keyof T & string)[], one: T, other: T): T {
  return Object.fromEntries(
    names.map((name) => [name, Math.round((one[name] as number) * 1e3 + (other[name] as number) * 1e3) / 1e3]),
  ) as T;
}

const worse = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);
