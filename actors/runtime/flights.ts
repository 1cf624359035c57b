/**
 * Reading what an actor's own units change. A command that looks at the store while such a unit is on its way
 * would decide on what is no longer so, be refused by a guard, and decide again; many of them in a row would run out
 * of tries. So the first in line waits for the unit before it, and looks then. Others do not wait for it.
 */
import type { Reader } from '#src/store/store.js';
import type { ActorIo, CommitUnit, Supply } from './kind.js';

interface Flight {
  unit: CommitUnit;
  landed: Promise<void>;
  land: () => void;
}

export interface Flights {
  /** How many have begun: what was read before the last one began may be out of date. */
  begun: number;
  /** By what they change. */
  under: Map<string, Flight>;
}

/** A state that reads so; `reads` is what was read for one command. */
export interface Flying {
  flights: Flights;
  reads: WeakMap<object, unknown>;
}

interface Sight<T> {
  begun: number;
  value: T;
}

export const noFlights = (): Flights => ({ begun: 0, under: new Map() });

/** What the turn of this command needs to see of `key`; `sightOf` gives it to the turn. */
export function seen<T, S extends Flying>(
  { flights, reads }: S,
  command: object,
  key: string,
  { reader }: ActorIo,
  read: (reader: Reader) => Promise<T>,
): Promise<Supply<S>> | null {
  const sight = reads.get(command) as Sight<T> | undefined;
  const flight = flights.under.get(key);
  // Only the first in line is asked a second time, so nobody waits who is not about to have a turn.
  if (sight && flight) return flight.landed.then(() => () => false);
  if (sight?.begun === flights.begun) return null;
  const begun = flight ? -1 : flights.begun;
  return read(reader).then((value) => (state) => {
    state.reads.set(command, { begun, value } satisfies Sight<T>);
    return true;
  });
}

/** Used once: the same command, should it come again, looks again. */
export function sightOf<T>({ reads }: Flying, command: object): T {
  const { value } = reads.get(command) as Sight<T>;
  reads.delete(command);
  return value;
}

/** This unit changes what is read under `key`. */
export function takeOff({ flights }: Flying, key: string, unit: CommitUnit): CommitUnit {
  let land = (): void => undefined;
  const landed = new Promise<void>((resolve) => {
    land = resolve;
  });
  flights.begun += 1;
  flights.under.set(key, { unit, landed, land });
  return unit;
}

/** It can be read from now on. */
export function landed({ flights }: Flying, unit: CommitUnit): void {
  for (const [key, flight] of flights.under) {
    if (flight.unit !== unit) continue;
    flights.under.delete(key);
    flight.land();
  }
}
