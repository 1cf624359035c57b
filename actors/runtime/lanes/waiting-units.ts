/** The units that wait for the store, in a line for each actor. */
import { isTooLong } from '#src/concurrency/long-line.js';
import type { CommandTrace } from '../actor-metrics.js';
import type { CommitUnit } from '../kind.js';

/** Receives the outcome of an actor's units. Numbers are the actor's own, ascending. */
export interface UnitOwner {
  readonly key: string;
  durable(unit: CommitUnit, number: number): void;
  /**
   * Another writer was first: this unit and all behind it are void. `isRepeat`: the answer of this unit's request is
   * recorded already, so that a second decision of its command would be refused as well.
   */
  conflict(number: number, isRepeat?: boolean): void;
  /** The store did not answer in time: the outcome is unknown, this unit and all behind it are given up. */
  failed(number: number, error: unknown): void;
}

export interface WaitingUnit {
  owner: UnitOwner;
  unit: CommitUnit;
  number: number;
  trace: CommandTrace | undefined;
  /** Monotonic ms. */
  since: number;
}

/** Derived writes of a unit; beyond it the unit takes the lane for bulks. */
const DERIVED_MAX = 32;
/** So many units may wait, or more where the store takes so many in a quarter of a second. */
const WAITING_MAX = 2_048;
/** How many times as many may wait for that time. */
const WAITING_BURST = 2;
const WAITING_S = 0.25;

export class WaitingUnits {
  readonly #lines = new Map<string, WaitingUnit[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether an actor may be crowded at all. */
  get areMany(): boolean {
    return this.#size >= WAITING_MAX;
  }

  firstOf(key: string): WaitingUnit | undefined {
    return this.#lines.get(key)?.[0];
  }

  push(waiting: WaitingUnit): void {
    this.#size += 1;
    const line = this.#lines.get(waiting.owner.key);
    if (line) line.push(waiting);
    else this.#lines.set(waiting.owner.key, [waiting]);
  }

  /** The next units of one actor; a transaction goes alone, and a unit for the lane of bulks. */
  take(key: string, most: number): WaitingUnit[] {
    const line = this.#lines.get(key) ?? [];
    const firstAlone = line.findIndex((waiting) => isExclusive(waiting) || isBulk(waiting));
    const upTo = firstAlone === 0 ? 1 : firstAlone > 0 ? firstAlone : line.length;
    const taken = line.splice(0, Math.min(upTo, most));
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= taken.length;
    return taken;
  }

  /** Drops the units of this owner, and leaves those of a later activation of the same actor. */
  drop(owner: UnitOwner): void {
    const all = this.#lines.get(owner.key) ?? [];
    const rest = all.filter((waiting) => waiting.owner !== owner);
    this.#size -= all.length - rest.length;
    if (rest.length > 0) this.#lines.set(owner.key, rest);
    else this.#lines.delete(owner.key);
  }

  /**
   * More waits than a store that takes `perSecond` units takes soon, this actor has more than its share of it, and its
   * first unit has waited for long.
   */
  isCrowded(key: string, perSecond: number, now: number): boolean {
    const units = this.#lines.get(key) ?? [];
    const line = { length: units.length, since: units[0]?.since, all: this.#size, lines: this.#lines.size };
    const most = Math.max(WAITING_MAX, perSecond * WAITING_S);
    return isTooLong(line, { most, burst: WAITING_BURST, waitMs: WAITING_S * 1_000 }, now);
  }
}

/** All or nothing, and nothing else in the same step. */
export const isExclusive = ({ unit }: WaitingUnit): boolean =>
  unit.transaction !== undefined || unit.record !== undefined;

export const derivedOf = ({ writes = [], after = [] }: CommitUnit): number => writes.length + after.length;

export const isBulk = ({ unit }: WaitingUnit): boolean => derivedOf(unit) > DERIVED_MAX;

/**
 * The first unit of each actor: failing it fails all behind it. An actor that lost its first unit has nothing stored and
 * decides again; one that lost a later unit may not, because the units before that one are in the store.
 */
export function firstOfEach(batch: WaitingUnit[], lost: Map<string, WaitingUnit>): Map<UnitOwner, number> {
  const first = new Map<UnitOwner, number>();
  for (const { owner, number } of batch) if (!first.has(owner)) first.set(owner, number);
  for (const { owner, number } of lost.values()) if (first.get(owner) === number) first.delete(owner);
  return first;
}

export function byOwner(batch: WaitingUnit[]): WaitingUnit[][] {
  const groups = new Map<UnitOwner, WaitingUnit[]>();
  for (const waiting of batch) groups.set(waiting.owner, [...(groups.get(waiting.owner) ?? []), waiting]);
  return [...groups.values()];
}
