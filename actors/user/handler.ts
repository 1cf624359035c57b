import type { ActorIo, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { UserCommand } from './commands.js';
import type { UserState } from './user-state.js';

export type CommandOf<T extends UserCommand['type']> = Extract<UserCommand, { type: T }>;

/** The parts of the service that handlers use. */
export interface UserTools {
  /** The service's own name, which nobody may take. */
  brand: string;
  /** A session ends so long after its login, however often it is renewed. */
  sessionMaxAgeMs: number;
}

/** One command: its reads, and its decision. */
export interface Handler<T extends UserCommand['type']> {
  /** Null when all is there. */
  needs?(state: UserState, command: CommandOf<T>, io: ActorIo): Promise<Supply<UserState>> | null;
  handle(state: UserState, command: CommandOf<T>, turn: Turn, tools: UserTools): Turned;
}

/** Families of commands export theirs; together they are the dispatch table. */
export type Handlers<T extends UserCommand['type'] = UserCommand['type']> = { [K in T]: Handler<K> };
