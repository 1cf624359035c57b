/** The state of the service, merged by one node from the reports of all nodes. */
import type { Minute, Sample } from './sample.js';

/** A node that has left the cluster. */
export interface DepartedNode {
  token: string;
  name: string;
  /** ms at which this node noticed its absence. */
  at: number;
  /** Whether it had handed off its slots. */
  inOrder: boolean;
}

export type PartStatus = 'ok' | 'failed' | 'off';

/** A node's report on itself, in plain JSON. */
export interface NodeReport {
  name: string;
  /** The samples after the requested time. */
  samples: Sample[];
  /** The samples of the last minute, regardless of the requested time. */
  recent: Sample[];
  minute: Minute;
  store: PartStatus;
  cache: PartStatus;
  /** The number of nodes that it sees alive. */
  sees: number;
  gone: readonly DepartedNode[];
}

/** `silent`: alive by the lease table, but without an answer. `left`: it handed off its slots. `lost`: it did not. */
export type NodeStatus = 'here' | 'answers' | 'silent' | 'left' | 'lost';

export interface NodeNow {
  name: string;
  status: NodeStatus;
  isLeaving: boolean;
  slots: number;
  /** ms at which its absence was noticed; null while it is alive. */
  goneAt: number | null;
  store: PartStatus | null;
  cache: PartStatus | null;
  sees: number | null;
  samples: Sample[];
  minute: Sample[];
}

export interface RoomNow {
  /** Null in a direct chat, because operators may not see its participants, and if the store does not answer. */
  slug: string | null;
  kind: 'group' | 'dm' | null;
  /** In the last minute. */
  messages: number;
  /** The longest its mailbox was in the last minute. */
  waiting: number;
  /** Members who are connected. */
  online: number;
}
