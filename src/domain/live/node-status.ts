/** How the service stands, as told by all of its nodes to one of them. */
import type { Minute, Sample } from './sample.js';

/** A node that was here and is no more. */
export interface Gone {
  token: string;
  name: string;
  /** When it was missed, ms. */
  at: number;
  /** It had handed over what it had. */
  inOrder: boolean;
}

export type PartStatus = 'ok' | 'failed' | 'off';

/** What a node says of itself. Plain JSON. */
export interface NodeReport {
  name: string;
  /** Those after the time that was asked for. */
  samples: Sample[];
  /** Of the last minute, whatever was asked for. */
  recent: Sample[];
  minute: Minute;
  store: PartStatus;
  cache: PartStatus;
  /** How many nodes it sees alive. */
  sees: number;
  gone: readonly Gone[];
}

/** `silent`: alive by the table, and did not answer. `left`: it went in order. `lost`: it did not. */
export type NodeStatus = 'here' | 'answers' | 'silent' | 'left' | 'lost';

export interface NodeNow {
  name: string;
  status: NodeStatus;
  isLeaving: boolean;
  slots: number;
  /** When it was missed, ms; null while it is alive. */
  goneAt: number | null;
  store: PartStatus | null;
  cache: PartStatus | null;
  sees: number | null;
  samples: Sample[];
  /** The last minute. */
  minute: Sample[];
}

export interface RoomNow {
  /** Null in a chat of two: who talks to whom is nobody's business, and where the store does not tell. */
  slug: string | null;
  kind: 'group' | 'dm' | null;
  /** In the last minute. */
  messages: number;
  /** The longest its mailbox was in the last minute. */
  waiting: number;
  /** Members who are connected. */
  online: number;
}
