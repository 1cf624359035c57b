/** What people did and heard, as they saw it. The same seed writes the same history, to the byte. */

import type { Forwardable } from '#src/domain/messages/message.js';

export type Row = [seq: number, id: string, body: string, isDeleted: boolean];

/** One attempt at one thing. A second attempt at it is an operation of its own, with the same key. */
export interface Op {
  id: number;
  who: string;
  what: string;
  room: string;
  via: string;
  begunAt: number;
  endedAt: number;
  /** `ok`, a refusal, or `lost`: nothing came back. */
  outcome: string;
  key?: string;
  body?: string;
  target?: string;
  /** Of the row that was made, or up to where it was read. */
  seq?: number;
  rowId?: string;
  isDuplicate?: boolean;
  /** ms since epoch: when what was done ends by itself. */
  until?: number;
  /** The row that it answers. */
  replyTo?: string;
  /** Of a session: the token that was used up, the one after it, and whether the session was there. */
  used?: string;
  hash?: string;
  isAlive?: boolean;
  /** In a list of rooms: the last message, 0 = none; null: the room was not there. */
  listed?: number | null;
  /** Over a socket, which its own side cut or did not read. */
  isCut?: boolean;
  /** Up to where its reader has read, and how much of the room is unread. */
  unread?: { readSeq: number; unread: number; mentions?: number };
  /** Read: rows, oldest first; where reading began; whether it reaches up to `seq`. */
  rows?: Row[];
  after?: number;
  /** No row from there on was asked for. */
  before?: number;
  isWhole?: boolean;
}

/** Somebody heard one entry of a room's stream, or caught up on it. */
export interface Heard {
  who: string;
  room: string;
  at: number;
  seq: number;
  ids: string[];
}

/** What one process hears of a room from some place on. */
export interface Watched {
  node: string;
  life: number;
  room: string;
  from: number | null;
  last: number | null;
  problems: string[];
  ids: [seq: number, id: string][];
  /** What lists show as the last message, where an entry told them. */
  lasts: [seq: number, shown: number][];
}

/** One connection of a device: what came over it of rooms' logs, and the answers to `room:open` among it. */
export interface Wire {
  who: string;
  node: string;
  begunAt: number;
  /** Null as long as it is not ready; null as long as it lasts. */
  readyAt: number | null;
  endedAt: number | null;
  /** Why the service closed it, or refused it. */
  closed: string | null;
  came: [at: number, room: string, name: string, seq: number, subject: string, prevSeq: number, isMention?: boolean][];
}

/** What a program was handed of a room, from one place to another. */
export interface Followed {
  who: string;
  room: string;
  from: number | null;
  /** Up to where it was complete when that was last looked at, and the rows that it held then. */
  to: number | null;
  rows: [seq: number, id: string][];
  held: Row[];
}

/** A push that came to the phone of an account. */
export interface SentPush {
  who: string;
  room: string;
  messageId: string;
  /** When its node asked the room what there is to push. */
  viewedAt: number;
  /** Where the room stood in what it answered. */
  upTo: number;
  at: number;
}

/** A picture that somebody uploaded for a message, under the client_id of the message. */
export interface SentPicture {
  who: string;
  room: string;
  key: string;
  keys: readonly string[];
}

/** What somebody wrote to answer a row, under which client_id, and whom it names. */
export interface Reply {
  who: string;
  room: string;
  key: string;
  replyTo: string;
  named: string[];
  isToAll: boolean;
}

/** What a device was to send, and under which place its outbox said that it was sent. */
export interface Queued {
  who: string;
  device: string;
  room: string;
  key: string;
  sent: number[];
  isRefused: boolean;
}

/** What somebody was given to pass on, and under which client_id it is said elsewhere. */
export interface Forwarded {
  who: string;
  from: string;
  rowId: string;
  to: string;
  key: string;
  source: Forwardable;
  begunAt: number;
  endedAt: number;
}

export class History {
  ops: Op[] = [];
  readonly heard: Heard[] = [];
  readonly watched: Watched[] = [];
  readonly wires: Wire[] = [];
  readonly followed: Followed[] = [];
  readonly pushes: SentPush[] = [];
  readonly pictures: SentPicture[] = [];
  readonly forwards: Forwarded[] = [];
  readonly replies: Reply[] = [];
  readonly queued: Queued[] = [];
  readonly mistakes: string[] = [];
  readonly faults: string[] = [];
  /** Whose account a name of nobody replaces. */
  readonly tombstones = new Map<string, string>();
  /** From when on something may go wrong. */
  firstFaultAt = Number.POSITIVE_INFINITY;
  /** When the clock of the lease table was set forward, and when processes began. */
  readonly tableSetAt: number[] = [];
  readonly begunAt: number[] = [];
  leaseMs = 6_000;
  /** By how much the only node's clock was set back; what ends at a time ends later by as much. */
  setBackMs = 0;
  /** By how much it was set forward; what ends at a time ends earlier by as much. */
  setForwardMs = 0;

  /** Who begins right after the clock was set has nothing to compare it with, and takes slots that others trust. */
  isTableDoubted(at: number): boolean {
    const { leaseMs } = this;
    return this.tableSetAt.some((setAt) => {
      const isSoon = (begun: number) => begun > setAt - leaseMs && begun < setAt + leaseMs;
      return at > setAt && at < setAt + 2 * leaseMs && this.begunAt.some(isSoon);
    });
  }

  clockSet(byMs: number): void {
    if (byMs < 0) this.setBackMs -= byMs;
    else this.setForwardMs += byMs;
  }

  begin(op: Omit<Op, 'id' | 'endedAt' | 'outcome'>): Op {
    const begun: Op = { id: this.ops.length, ...op, endedAt: Number.POSITIVE_INFINITY, outcome: 'lost' };
    this.ops.push(begun);
    return begun;
  }

  get acknowledged(): number {
    return this.ops.reduce((sum, { outcome }) => sum + (outcome === 'ok' ? 1 : 0), 0);
  }

  text(): string {
    const lines = [
      this.faults,
      this.ops,
      this.heard,
      this.watched,
      this.wires,
      this.followed,
      this.pushes,
      this.mistakes,
    ].flat();
    return lines.map((line) => JSON.stringify(line)).join('\n');
  }
}
