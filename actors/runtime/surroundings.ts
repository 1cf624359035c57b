/** What an actor in memory needs of the system around it. */
import type { AnyActivation } from './activation.js';
import type { CommitLanes } from './commit-lanes.js';
import type { CrashHook } from './crash-points.js';
import type { ActorIo, Output, Unsettled } from './kind.js';
import type { Envelope } from './mailbox.js';
import type { Ownership } from './ownership.js';

export interface Surroundings {
  io: ActorIo;
  lanes: CommitLanes;
  emit(output: Output, from: { kind: string; id: string }): void;
  /** This activation is over; what it had not decided goes to the next one. */
  ended(activation: AnyActivation, undecided: Envelope<never>[], unsettled: Unsettled | null): void;
  broke(error: unknown, where: { kind: string; id: string; command?: string }): void;
  /** An id that no other commit has. */
  nextCommit(): string;
  gateWaited(ms: number): void;
  began(kind: string, command: string): void;
  landed(kind: string, id: string, command: string): void;
  crashPoint: CrashHook;
  ownership: Ownership;
}
