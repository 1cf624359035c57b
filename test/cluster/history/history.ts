/**
 * What happened, as those outside saw it: what was asked and answered, what readers were shown, what stands in the
 * logs at the end. Times are milliseconds of one clock, that of whoever records. It knows nothing of the service.
 */

/** A message that somebody wanted to send. It may have taken several attempts, all with the same `clientId`. */
export interface Post {
  room: string;
  by: string;
  clientId: string;
  body: string;
  /** The first attempt. */
  sentAt: number;
  /** When the outcome was known. */
  endedAt: number;
  outcome: 'acknowledged' | 'refused' | 'unknown';
  /** At least one attempt was never answered: it may have been done. */
  wasUnanswered: boolean;
  /** As acknowledged. */
  id: string | null;
  seq: number | null;
}

export interface Row {
  id: string;
  seq: number;
  clientId: string | null;
  body: string;
}

export interface SeenRow extends Row {
  at: number;
}

/** What one reader was shown of one room, in the order of showing. */
export interface Reading {
  reader: string;
  room: string;
  /** Has been a member throughout, so that nothing may be missing. */
  isWhole: boolean;
  rows: SeenRow[];
  /** Events that said that something before them is missing. */
  holes: { held: number; prevSeq: number }[];
  /** Events that came after later ones on the same connection. */
  disorders: { seq: number; after: number }[];
}

/** An answer that claimed to be complete up to `seq`. */
export interface Read {
  reader: string;
  room: string;
  askedAt: number;
  answeredAt: number;
  seq: number;
}

/** In force from its acknowledgement until somebody asked for its end. */
export interface Ban {
  room: string;
  account: string;
  ackedAt: number;
  liftedAt: number;
}

export interface Stars {
  grants: { account: string; delta: number; outcome: 'acknowledged' | 'unknown' }[];
  ledger: { id: string; account: string; delta: number; reason: string }[];
  /** As their owners are shown them. */
  balances: { account: string; stars: number }[];
}

/** One attempt of any kind: what clients had to live with. */
export interface Call {
  what: string;
  at: number;
  tookMs: number;
  /** Null when it was answered, also with a refusal by rule; else why it failed. */
  failure: string | null;
}

export interface History {
  posts: Post[];
  readings: Reading[];
  reads: Read[];
  bans: Ban[];
  /** By room: all text rows of its log, oldest first. */
  logs: Map<string, Row[]>;
  stars: Stars;
}

export type FaultKind =
  | 'lost'
  | 'altered'
  | 'duplicated'
  | 'reordered'
  | 'gap'
  | 'unseen'
  | 'seen twice'
  | 'ghost'
  | 'after-ban'
  | 'stale'
  | 'stars';

export interface Fault {
  kind: FaultKind;
  detail: string;
}

export const emptyHistory = (): History => ({
  posts: [],
  readings: [],
  reads: [],
  bans: [],
  logs: new Map(),
  stars: { grants: [], ledger: [], balances: [] },
});
