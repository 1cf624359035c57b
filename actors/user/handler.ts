import type { ActorIo, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { Reader } from '#src/store/store.js';
import type { UserCommand } from './commands.js';
import type { UserState } from './user-state.js';

export type CommandOf<T extends UserCommand['type']> = Extract<UserCommand, { type: T }>;

/** What handlers know of the service they run in. */
export interface UserTools {
  /** The service's own name, which nobody may take. */
  brand: string;
  /** A session ends so long after its login, however often it is renewed. */
  sessionMaxAgeMs: number;
}

/** One command: what has to be read before its turn, and what becomes of it. */
export interface Handler<T extends UserCommand['type']> {
  /** Null when all is there. */
  needs?(state: UserState, command: CommandOf<T>, io: ActorIo): Promise<Supply<UserState>> | null;
  handle(state: UserState, command: CommandOf<T>, turn: Turn, tools: UserTools): Turned;
}

/** Families of commands export theirs; together they are the dispatch table. */
export type Handlers<T extends UserCommand['type'] = UserCommand['type']> = { [K in T]: Handler<K> };

/**
 * Something that is read for this command only, once per activation: whoever is refused on what is no longer so reads
 * anew. `readOf` gives it to the turn.
 */
export function readOnce<T>(
  { reads }: UserState,
  command: UserCommand,
  { reader }: ActorIo,
  read: (reader: Reader) => Promise<T>,
): Promise<Supply<UserState>> | null {
  if (reads.has(command)) return null;
  return read(reader).then((value) => (state) => {
    state.reads.set(command, value);
    return true;
  });
}

export const readOf = <T>({ reads }: UserState, command: UserCommand): T => reads.get(command) as T;
