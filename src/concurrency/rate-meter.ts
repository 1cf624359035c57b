const WINDOW_MS = 1_000;

/** How many things happened a second, in the last window that is complete. */
export class RateMeter {
  #perSecond = 0;
  #count = 0;
  #startedAt = 0;

  /** `now`: monotonic ms. */
  add(count: number, now: number): void {
    this.#complete(now);
    this.#count += count;
  }

  perSecond(now: number): number {
    this.#complete(now);
    return this.#perSecond;
  }

  #complete(now: number): void {
    const passedMs = now - this.#startedAt;
    if (passedMs < WINDOW_MS) return;
    this.#perSecond = (this.#count * 1_000) / passedMs;
    this.#count = 0;
    this.#startedAt = now;
  }
}
