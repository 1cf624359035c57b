/** The parts of the actor system that an activation uses. */
import type { Cause } from './client.js';
import type { CommitLanes } from './commit-lanes.js';
import type { CrashHook } from './crash-points.js';
import type { ActorIo, Output, Unsettled } from './kind.js';
import type { Envelope } from './mailbox.js';
import type { Ownership } from './ownership.js';

/** An activation that has left memory: which one, and of which actor. */
export interface EndedActivation {
  readonly key: string;
  readonly kind: { readonly name: string };
  readonly id: string;
}

export interface ActorOrigin {
  kind: string;
  id: string;
}

/** Where an error happened, and what it was for. */
export interface ErrorPlace extends ActorOrigin {
  command?: string;
  /** The request whose command it was. */
  requestId?: string;
  /** Requests that it has cost, when it was not the mistake of one: at most `REQUESTS_NAMED_MAX`. */
  requestIds?: readonly string[];
}

/** An activation as the sweep sees it. */
export interface SweptActivation {
  /** Nothing waits in it, and nothing of it is on its way. */
  readonly isIdle: boolean;
  /** Its last checkpoint is being written. */
  readonly isLeaving: boolean;
  readonly size: number;
  readonly lastUsedAt: number;
}

export interface ActivationContext {
  io: ActorIo;
  lanes: CommitLanes;
  emit(output: Output, from: ActorOrigin, cause?: Cause): void;
  /** It is not at rest any more, or its size changes: the next sweep looks at it. */
  onUsed(activation: SweptActivation): void;
  /** The activation has ended; its undecided commands go to the next one. */
  onEnded(activation: EndedActivation, undecided: Envelope<never>[], unsettled: Unsettled | null): void;
  reportError(error: unknown, where: ErrorPlace): void;
  /** An id that no other commit has. */
  nextCommitId(): string;
  onGateWait(ms: number): void;
  onTurnStarted(kind: string, command: string): void;
  onCommitted(kind: string, id: string, command: string): void;
  crashPoint: CrashHook;
  /** The newest format that each living node knows. */
  knownFormat(): number;
  /** The format that the documents of a command need. */
  formatOf(kind: string, command: string): number;
  ownership: Ownership;
}
