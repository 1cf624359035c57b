/**
 * What memories that were thrown away leave to the next one of the same actor: how far their outputs got, and whether a
 * write whose outcome is unknown may still reach the store. Kept by the system, for the activation that left it is gone.
 */
import type { Unsettled } from './kind.js';

/** Actors of which something is kept; beyond it every load behaves as if something were. */
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

  /** Among others whoever follows a stream asks for what it missed; alone nobody else would tell it. */
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
