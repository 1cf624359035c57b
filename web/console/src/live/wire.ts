/** What the service tells of itself, by its own names. */
export const countColumns = [
  ...(['messages', 'deliveries', 'commits', 'operations', 'rest', 'v1', 'refused', 'limited', 'failed'] as const),
  ...(['loads', 'evictions', 'slots_gained', 'link_messages', 'pushes_sent', 'mails_sent'] as const),
];
export type CountColumn = (typeof countColumns)[number];

export type LevelColumn = 'connections' | 'rooms' | 'users' | 'others' | 'waiting' | 'cpu' | 'memory_mb' | 'heap_mb';

export type WorstColumn =
  | ('deepest' | 'loop_p99_ms' | 'loop_max_ms' | 'store_ms' | 'cache_ms')
  | ('pushes_waiting' | 'mails_waiting' | 'files_waiting')
  | ('ack_p50_ms' | 'ack_p95_ms' | 'ack_p99_ms' | 'commit_p50_ms' | 'commit_p99_ms');

export type Column = CountColumn | LevelColumn | WorstColumn;
export type Values = (number | null)[];
export type Course = { at: number[] } & Record<Column, Values>;

export type NodeStatus = 'here' | 'answers' | 'silent' | 'left' | 'lost';
type PartStatus = 'ok' | 'failed' | 'off';

export interface LiveNode {
  name: string;
  status: NodeStatus;
  leaving: boolean;
  slots: number;
  gone_at: number | null;
  store: PartStatus | null;
  cache: PartStatus | null;
  series: Course;
}

export interface Finding {
  code: string;
  level: 'bad' | 'watch';
  node: string | null;
  value: number | null;
  read: string;
}

export interface LiveRoom {
  slug: string | null;
  kind: 'group' | 'dm' | null;
  messages: number;
  waiting: number;
  online: number;
}

export interface Live {
  at: number;
  step_ms: number;
  node: string;
  findings: Finding[];
  series: Course;
  nodes: LiveNode[];
  errors: { code: string; count: number }[];
  rooms: LiveRoom[];
}
