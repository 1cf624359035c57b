/**
 * Whether a trace that begins here is recorded. A client may ask for the place of its span, never for being recorded: it
 * chooses neither the share nor the rate.
 */

/** Of a node: a trace of a message has five to ten spans, each some microseconds and half a kilobyte. */
export const TRACES_PER_SECOND_MAX = 100;

export interface BudgetEnv {
  monotonic(): number;
  random(): number;
}

export class TraceBudget {
  readonly #share: number;
  readonly #env: BudgetEnv;
  readonly #onLimited: () => void;
  #left = TRACES_PER_SECOND_MAX;
  #filledAt: number;

  constructor(share: number, env: BudgetEnv, onLimited: () => void) {
    this.#share = share;
    this.#env = env;
    this.#onLimited = onLimited;
    this.#filledAt = env.monotonic();
  }

  take(): boolean {
    if (this.#share < 1 && this.#env.random() >= this.#share) return false;
    this.#fill();
    if (this.#left < 1) {
      this.#onLimited();
      return false;
    }
    this.#left -= 1;
    return true;
  }

  #fill(): void {
    const now = this.#env.monotonic();
    const since = now - this.#filledAt;
    this.#filledAt = now;
    this.#left = Math.min(TRACES_PER_SECOND_MAX, this.#left + (since * TRACES_PER_SECOND_MAX) / 1_000);
  }
}
