/**
 * Items whose sweep failed, with the time of their next attempt. In memory only: after a start every item is tried at
 * once.
 */
const RETRY_DELAY_MS = 60_000;
const RETRY_DELAY_MS_MAX = 600_000;
/** The oldest of more items is tried again in the next run. */
const ITEMS_MAX = 5_000;

/** The delay before the next attempt: none after the first failure, so that the next run tries again. */
export const sweepRetryDelayMs = (failures: number): number =>
  Math.min(RETRY_DELAY_MS * (2 ** (failures - 1) - 1), RETRY_DELAY_MS_MAX);

interface Failed {
  failures: number;
  /** ms of the next attempt. */
  until: number;
}

export class PutOff {
  readonly #now: () => number;
  readonly #items = new Map<string, Failed>();

  constructor(now: () => number) {
    this.#now = now;
  }

  has(id: string): boolean {
    return (this.#items.get(id)?.until ?? 0) > this.#now();
  }

  get size(): number {
    return this.#items.size;
  }

  failed(id: string): void {
    const failures = (this.#items.get(id)?.failures ?? 0) + 1;
    this.#items.delete(id);
    this.#items.set(id, { failures, until: this.#now() + sweepRetryDelayMs(failures) });
    const [oldest] = this.#items.keys();
    if (this.#items.size > ITEMS_MAX && oldest !== undefined) this.#items.delete(oldest);
  }

  succeeded(id: string): void {
    this.#items.delete(id);
  }
}
