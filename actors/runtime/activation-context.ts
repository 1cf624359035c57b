/** The parts of the actor system that an activation uses. */
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

export interface ActivationContext {
  io: ActorIo;
  lanes: CommitLanes;
  emit(output: Output, from: { kind: string; id: string }): void;
  /** The activation has ended; its undecided commands go to the next one. */
  onEnded(activation: EndedActivation, undecided: Envelope<never>[], unsettled: Unsettled | null): void;
  reportError(error: unknown, where: { kind: string; id: string; command?: string }): void;
  /** An id that no other commit has. */
  nextCommitId(): string;
  onGateWait(ms: number): void;
  onTurnStarted(kind: string, command: string): void;
  onCommitted(kind: string, id: string, command: string): void;
  crashPoint: CrashHook;
  ownership: Ownership;
}
