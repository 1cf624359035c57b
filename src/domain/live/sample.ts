/** The measurements of one node over five seconds, in plain JSON, because nodes exchange them. */

export const STEP_MS = 5_000;
/** The number of samples in a quarter of an hour. */
export const SAMPLES_MAX = 180;
/** The number of samples in a minute. Refusals and the busiest rooms are counted over the last minute. */
export const SAMPLES_PER_MINUTE = 60_000 / STEP_MS;

/** Events in the step. Samples of several nodes are merged by the sum. */
export const counts = [
  'messages',
  'deliveries',
  'commits',
  'operations',
  'rest',
  'v1',
  'refused',
  'limited',
  'failed',
  'loads',
  'evictions',
  'slots_gained',
  'link_messages',
  'pushes_sent',
  'mails_sent',
] as const;
/** Values at the end of the step. Samples of several nodes are merged by the sum. */
export const levels = ['connections', 'rooms', 'users', 'others', 'waiting', 'cpu', 'memory_mb', 'heap_mb'] as const;
/** The worst value in the step; null if it was not measured. Samples of several nodes are merged by the maximum. */
export const worsts = [
  'deepest',
  'loop_p99_ms',
  'loop_max_ms',
  'store_ms',
  'cache_ms',
  'pushes_waiting',
  'mails_waiting',
  'files_waiting',
] as const;

export type Count = (typeof counts)[number];
export type Level = (typeof levels)[number];
export type Worst = (typeof worsts)[number];

export type Counts = Record<Count, number>;
export type Levels = Record<Level, number>;
export type Worsts = Record<Worst, number | null>;

export interface Sample {
  /** End of the step, ms since epoch by the shared clock; a multiple of the step on every node. */
  at: number;
  counts: Counts;
  levels: Levels;
  worsts: Worsts;
  /** Histograms over the metrics' bounds: the time of operations until their ack, and of commits. */
  ack: number[];
  commit: number[];
}

/** The numbers of a node for which only the last minute is kept. */
export interface Minute {
  codes: Record<string, number>;
  /** Messages by room. */
  rooms: Record<string, number>;
  /** The longest mailbox by room. */
  waiting: Record<string, number>;
}
