/**
 * The part of an actor's discarded memories that its next memory needs: how far their outputs got, and whether a write
 * of unknown outcome may still reach the store. The system keeps it, because the activation that left it is gone.
 */
import type { Unsettled } from './kind.js';

/** The most actors for which this is kept; beyond the bound every load behaves as if there were an entry for it. */
const UNSETTLED_MAX = 100_000;

export function mergeUnsettled(earlier: Unsettled | null, later: Unsettled): Unsettled {
  return {
    announcedTo: smaller(earlier?.announcedTo ?? null, later.announcedTo),
    isUnknown: later.isUnknown || earlier?.isUnknown === true,
  };
}

const smaller = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

export class UnsettledActors {
  readonly #left = new Map<string, Unsettled>();
  readonly #alone: boolean;
  #isFull = false;

  constructor(alone: boolean) {
    this.#alone = alone;
  }

  /** In a cluster the followers of a stream request missing items; on a single node nobody else would announce them. */
  keep(key: string, unsettled: Unsettled | null): void {
    if (!unsettled?.isUnknown && !(this.#alone && unsettled?.announcedTo != null)) return;
    if (this.#left.size < UNSETTLED_MAX || this.#left.has(key)) this.#left.set(key, unsettled);
    else this.#isFull = true;
  }

  take(key: string): Unsettled | null {
    const left = this.#left.get(key);
    this.#left.delete(key);
    return left ?? (this.#isFull ? { announcedTo: null, isUnknown: true } : null);
  }
}

/**
 * Up to where the outputs of an actor's memory have left. It may lie behind what is durable: outputs of a durable unit
 * wait for trust.
 */
export class AnnouncedPosition {
  #value: number | null = null;
  /** Durable units whose outputs are still held, in order. */
  #held: { number: number; position: number }[] = [];

  /** Null for a kind whose outputs have no order. */
  get value(): number | null {
    return this.#value;
  }

  loaded(position: number | undefined): void {
    this.#value = position ?? null;
    this.#held = [];
  }

  durable(number: number, position: number | undefined): void {
    if (position !== undefined) this.#held.push({ number, position });
  }

  /** The outputs of unit `number` have left, and those of all before it. */
  released(number: number): void {
    for (let first = this.#held[0]; first && first.number <= number; first = this.#held[0]) {
      this.#value = first.position;
      this.#held.shift();
    }
  }
}
