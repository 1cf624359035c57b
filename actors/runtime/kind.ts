/**
 * The interface between a kind of actor (room, user, organization) and the runtime. The runtime knows mailboxes, turns,
 * commits and gates; the kind decides, and determines how its state is stored.
 */
import type { Refusal } from '#src/errors.js';
import type { Reader, Write } from '#src/store/store.js';
import type { Env } from './env.js';

/** A log entry as the runtime sees it: enough to append it and to recognise it. */
export interface EntryDoc {
  _id: string;
  commit: string;
}

/**
 * Writes that must be durable together before any output of a turn becomes visible.
 * Either an entry of a log, followed by guarded writes derived from it, and by those that speak of them (`after`: a
 * checkpoint's head) once they are durable, for nothing else keeps their order; or one transaction. A `record` of the
 * answer is part of the commit: with the entry, or in the transaction.
 */
export type CommitUnit =
  | {
      entry?: EntryDoc & Record<string, unknown>;
      writes: Write[];
      after?: Write[];
      transaction?: never;
      record?: Write;
    }
  | { transaction: Write[]; entry?: never; writes?: never; after?: never; record?: Write };

/** The result of a turn. Outputs leave, in order, once everything that the turn could have seen is durable. */
export type Turned =
  | { kind: 'refuse'; refusal: Refusal }
  /** `outputs`: hints that may be given once more than needed. */
  | { kind: 'reply'; reply: unknown; outputs?: Output[] }
  /** The turn has found that it needs one more read: `prefetch` is asked again, and the command decided again. */
  | { kind: 'read-first' }
  /** Memory has been changed already; `outputs` and the reply wait at the gate for the unit. */
  | {
      kind: 'commit';
      unit: CommitUnit;
      reply: unknown;
      outputs: Output[];
      /** The unit changes the basis of memory: the next turn runs on a new load. */
      reload?: true;
    };

/** The outputs of a turn beside the reply. */
export type Output =
  /** To those who watch this actor's stream. */
  | { to: 'stream'; item: unknown }
  /** To accounts, on all their devices: a hint. `isLocal`: it stays on this node, so that it tells its place in a trace. */
  | { to: 'people'; event: unknown; isLocal?: true }
  /** To another actor, or to this one, as a command nobody waits for. */
  | { to: 'actor'; kind: string; id: string; command: { type: string } };

/**
 * Puts the read documents into memory, unless memory is newer. False: they came too late, read again. `'stale'`: the
 * store is ahead of memory, so memory is discarded and the command is decided on a new load.
 */
export type Supply<State> = (state: State) => boolean | 'stale';

/** The part of an actor's discarded memory that its next memory receives. */
export interface Unsettled {
  /** Outputs of everything up to this position have left; null where the kind keeps no such order. */
  announcedTo: number | null;
  /** A write of this very owner may still reach the store: its token on the newest entry proves nothing. */
  isUnknown: boolean;
}

export interface ActorKind<State, Command extends { type: string }> {
  readonly name: string;
  /**
   * Reads the state of an actor that is not in memory. The document whose version guards the others is read before
   * them: read beside them, it may be newer than they are, and an old document passes under a new version. `claim`
   * units are committed before anything is answered.
   */
  load(id: string, io: ActorIo, unsettled?: Unsettled | null): Promise<Loaded<State>>;
  /**
   * Reads everything that the command's turn needs and memory lacks; null when nothing is missing.
   * Asked when the command arrives and again before its turn.
   */
  prefetch(state: State, command: Command, io: ActorIo): Promise<Supply<State>> | null;
  /** The turn: synchronous, at one instant. Throws only by mistake; then this activation ends. */
  turn(state: State, command: Command, at: Turn): Turned;
  /** Whether this version has a command of that type; other nodes may run a newer one. */
  knows?(type: string): boolean;
  /** How much of the mailbox it takes, in bytes. */
  weigh(command: Command): number;
  /** Moderation and lifecycle may use the last tenth of a mailbox. */
  isUrgent(command: Command): boolean;
  /**
   * Whose commands keep their order among each other. With it, a command that reads for long is passed by those of
   * others; without it, nobody passes anybody.
   */
  orderingKeyOf?(command: Command): string;
  /** The writes for a quick next activation; null when nothing is due. `leaving`: before passivation. */
  checkpoint(state: State, leaving: boolean): CommitUnit | null;
  /** Called with each durable unit of this actor: documents that it touched may leave memory now. */
  settled?(state: State, unit: CommitUnit): void;
  /** Rough bytes of memory it takes. */
  sizeOf(state: State): number;
  /** Memory is scarce: drops everything that can be read again. */
  shrink?(state: State): void;
  /**
   * Loads the actor and changes nothing. The next owner is told it when a write of the former one may still be carried
   * out, of which nobody would hear otherwise.
   */
  readonly wake?: Command;
  /** The newest position whose outputs have left, for kinds whose outputs are numbered. */
  positionOf?(state: State): number;
}

export interface Loaded<State> {
  state: State;
  /** An entry to append before anything is answered from this state (a new owner's claim). */
  claim?: CommitUnit;
  /** The outputs that leave once the claim is durable. */
  outputs?: Output[];
}

export interface ActorIo {
  reader: Reader;
  env: Env;
  /** Token of this owner, for the entries it appends. */
  owner: string;
  /** False while other owners may exist: a newest entry of another's must be claimed. */
  alone: boolean;
  /** Memory is scarce: load only the necessary part. */
  isTight?: boolean;
}

export interface Turn {
  id: string;
  /** ms since epoch, the same throughout the turn. */
  now: number;
  env: Env;
  owner: string;
  /** A newer format is not written now; a handler may write an older form. */
  format: number;
  /** How often this command has been decided before, on a state that proved stale. */
  attempt: number;
  /** Of the request that the command belongs to. */
  requestId?: string | undefined;
}
