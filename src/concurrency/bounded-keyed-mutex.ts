import { RefusalError } from '#src/errors.js';

const WAITING_MAX = 200;
const RETRY_AFTER_MS = 2_000;

/** A FIFO mutex per key with a bounded queue: the caller beyond it is refused at once. */
export class BoundedKeyedMutex {
  readonly #waiting = new Map<string, (() => void)[]>();

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key);
    if (waiting) {
      if (waiting.length >= WAITING_MAX) throw new RefusalError('overloaded', { retryAfterMs: RETRY_AFTER_MS });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else this.#waiting.set(key, []);
    try {
      return await work();
    } finally {
      this.#next(key);
    }
  }

  #next(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
