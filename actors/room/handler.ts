import type { Turn } from '#actors/runtime/kind.js';
import type { Refusal } from '#src/errors.js';
import type { InternalCommand, RoomCommand } from './commands.js';
import type { Needs } from './model/needs.js';
import type { Plan, ReadStatePlan, WritesPlan } from './model/plan.js';
import type { RoomState } from './model/room-state.js';

export type AnyCommand = RoomCommand | InternalCommand;
export type CommandOf<T extends AnyCommand['type']> = Extract<AnyCommand, { type: T }>;
export type Handled =
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'reply'; reply: unknown }
  | Plan
  | ReadStatePlan
  | WritesPlan;

/** One command: its reads, and its decision. */
export interface Handler<T extends AnyCommand['type']> {
  needs(needs: Needs, command: CommandOf<T>, now: number): void;
  handle(state: RoomState, command: CommandOf<T>, turn: Turn): Handled;
}

/** Families of commands export theirs; together they are the dispatch table. */
export type Handlers<T extends AnyCommand['type'] = AnyCommand['type']> = { [K in T]: Handler<K> };
