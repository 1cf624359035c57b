/** What one node knows of five seconds of itself. Plain JSON: it travels between nodes. */

export const STEP_MS = 5_000;
/** A quarter of an hour. */
export const KEPT = 180;
/** Of the last minute it is told what was refused, and where most was said. */
export const MINUTE = 60_000 / STEP_MS;

/** What happened in the step; together it is the sum of all nodes. */
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
/** How it stood at the end of the step; together it is the sum of all nodes. */
export const levels = ['connections', 'rooms', 'users', 'others', 'waiting', 'cpu', 'memory_mb', 'heap_mb'] as const;
/** The worst of the step; together it is the worst of all nodes. Null where it could not be told. */
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
  /** How many took how long, by the bounds of the metrics: sockets' messages until their ack, and commits. */
  ack: number[];
  commit: number[];
}

/** The last minute of one node, in what has no course over time. */
export interface Minute {
  codes: Record<string, number>;
  /** Messages by room. */
  rooms: Record<string, number>;
  /** The longest mailboxes of rooms. */
  waiting: Record<string, number>;
}
