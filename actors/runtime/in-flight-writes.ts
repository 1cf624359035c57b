/**
 * The read-your-writes barrier. A command that reads the store while a unit of the same actor is in flight
 * would decide on what is no longer so, be refused by a guard, and decide again; many of them in a row would run out
 * of tries. So the first command in line waits for the unit before it and reads then. Other commands do not wait.
 */
import type { Reader } from '#src/store/store.js';
import type { ActorIo, CommitUnit, Supply } from './kind.js';

interface InFlightWrite {
  unit: CommitUnit;
  durable: Promise<void>;
  resolve: () => void;
}

export interface InFlightWrites {
  /** Counts units: a read from before the last one started may be stale. */
  started: number;
  /** In-flight units by the key they change. */
  byKey: Map<string, InFlightWrite>;
}

/** An actor state that uses the barrier; `reads` holds what was read for each command. */
export interface FreshReadState {
  inFlight: InFlightWrites;
  reads: WeakMap<object, unknown>;
}

interface FreshRead<T> {
  started: number;
  value: T;
}

export const noInFlightWrites = (): InFlightWrites => ({ started: 0, byKey: new Map() });

/** Reads `key` for the turn of this command; `takeRead` hands the value to the turn. */
export function readFresh<T, S extends FreshReadState>(
  { inFlight, reads }: S,
  command: object,
  key: string,
  { reader }: ActorIo,
  read: (reader: Reader) => Promise<T>,
): Promise<Supply<S>> | null {
  const known = reads.get(command) as FreshRead<T> | undefined;
  const write = inFlight.byKey.get(key);
  // Only the first in line is asked a second time, so nobody waits who is not about to have a turn.
  if (known && write) return write.durable.then(() => () => false);
  if (known?.started === inFlight.started) return null;
  const started = write ? -1 : inFlight.started;
  return read(reader).then((value) => (state) => {
    state.reads.set(command, { started, value } satisfies FreshRead<T>);
    return true;
  });
}

/** Consumes the value: the same command reads again when it is decided again. */
export function takeRead<T>({ reads }: FreshReadState, command: object): T {
  const { value } = reads.get(command) as FreshRead<T>;
  reads.delete(command);
  return value;
}

/** Registers a unit that changes what is read under `key`. */
export function trackWrite({ inFlight }: FreshReadState, key: string, unit: CommitUnit): CommitUnit {
  let resolveDurable = (): void => undefined;
  const durable = new Promise<void>((resolve) => {
    resolveDurable = resolve;
  });
  inFlight.started += 1;
  inFlight.byKey.set(key, { unit, durable, resolve: resolveDurable });
  return unit;
}

/** The unit is durable: reads see it from now on. */
export function markDurable({ inFlight }: FreshReadState, unit: CommitUnit): void {
  for (const [key, write] of inFlight.byKey) {
    if (write.unit !== unit) continue;
    inFlight.byKey.delete(key);
    write.resolve();
  }
}
