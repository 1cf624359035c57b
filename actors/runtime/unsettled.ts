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
