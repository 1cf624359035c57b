/**
 * Reads before a turn. A command declares what it reads from the store: `load` reads it when the command arrives and
 * again before its turn, and the turn takes the value from `of`. A read with a barrier sees every earlier write of the
 * actor under the same key (`in-flight-writes.ts`).
 */
import type { Reader } from '#src/store/store.js';
import type { FreshReadState } from './in-flight-writes.js';
import type { ActorIo, Supply } from './kind.js';

export interface CommandRead<State, Command, Value, Tools extends unknown[]> {
  /** Null when the value is there. */
  load(state: State, command: Command, io: ActorIo, ...tools: Tools): Promise<Supply<State>> | null;
  /** For the turn of a command whose needs were loaded. */
  of(state: State, command: Command): Value;
}

/** The key of the in-flight writes that the read waits for. */
type Barrier<Command> = string | ((command: Command) => string);

interface FreshRead {
  started: number;
  value: unknown;
}

export function commandRead<State extends FreshReadState, Command extends object, Value, Tools extends unknown[] = []>(
  read: (reader: Reader, command: Command, state: State, ...tools: Tools) => Promise<Value>,
  barrier?: Barrier<Command>,
): CommandRead<State, Command, Value, Tools> {
  const heldBy = ({ reads }: State, command: Command) => reads.get(command) as FreshRead | undefined;
  return {
    load(state, command, { reader }, ...tools) {
      const known = heldBy(state, command);
      if (barrier === undefined && known) return null;
      const { inFlight } = state;
      const key = typeof barrier === 'function' ? barrier(command) : barrier;
      const write = key === undefined ? undefined : inFlight.byKey.get(key);
      // Only the first in line is asked a second time: other commands are not about to have a turn.
      if (known && write) return write.durable.then(() => () => false);
      if (known?.started === inFlight.started) return null;
      const started = write ? -1 : inFlight.started;
      return read(reader, command, state, ...tools).then((value) => (into) => {
        into.reads.set(command, { started, value } satisfies FreshRead);
        return true;
      });
    },
    of: (state, command) => heldBy(state, command)?.value as Value,
  };
}
