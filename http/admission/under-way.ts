/** The messages that are being carried out: decided, or waiting for the store. */
import { RateMeter } from '#src/concurrency/rate-meter.js';

/** So many may be under way, or more where so many end in `UNDER_WAY_S` seconds. */
const UNDER_WAY_MAX = 512;
const UNDER_WAY_S = 0.1;
/** Where none has ended for so long the store stands still, which is no overload: what waits for it is bounded there. */
export const STANDSTILL_MS = 250;

export class UnderWay {
  readonly #ends = new RateMeter();
  #count = 0;
  #lastEndedAt = 0;

  /** Times are monotonic ms. */
  began(now: number): void {
    if (this.#count === 0) this.#lastEndedAt = now;
    this.#count += 1;
  }

  ended(now: number): void {
    this.#count -= 1;
    this.#lastEndedAt = now;
    this.#ends.add(1, now);
  }

  /** Whether one that begins now would only wait for those before it. */
  areMany(now: number): boolean {
    if (this.#count < UNDER_WAY_MAX || now - this.#lastEndedAt >= STANDSTILL_MS) return false;
    return this.#count >= this.#ends.perSecond(now) * UNDER_WAY_S;
  }
}
