/**
 * The read-your-writes barrier. A command that reads the store while a unit of the same actor is in flight
 * would decide on an old state, be refused by a guard, and decide again; many of them in a row would run out
 * of tries. So the first command in line waits for the unit before it and reads then. Other commands do not wait.
 */
import type { CommitUnit } from './kind.js';

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

/** The part of an actor's state that `command-read.ts` uses; `reads` holds the value read for each command. */
export interface FreshReadState {
  inFlight: InFlightWrites;
  reads: WeakMap<object, unknown>;
}

export const noInFlightWrites = (): InFlightWrites => ({ started: 0, byKey: new Map() });

/** Registers a unit that changes documents that are read under `key`. */
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
