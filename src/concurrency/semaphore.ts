import { RefusalError } from '#src/errors.js';

export interface SemaphoreOptions {
  /** Callers that may wait for a permit; the next one is refused with `overloaded`. */
  waitingMax?: number;
  retryAfterMs?: number;
}

/** At most `permits` callers at a time, first in, first out. */
export class Semaphore {
  readonly #waitingMax: number;
  readonly #retryAfterMs: number;
  /** The waiting callers, oldest first. Each is called with its permit. */
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(permits: number, { waitingMax = Number.POSITIVE_INFINITY, retryAfterMs = 2_000 }: SemaphoreOptions = {}) {
    this.#free = permits;
    this.#waitingMax = waitingMax;
    this.#retryAfterMs = retryAfterMs;
  }

  /**
   * Resolves with a permit, as the function that releases it. Rejects with the signal's reason when it aborts first.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.size < this.#waitingMax) await this.#wait(signal);
    else throw new RefusalError('overloaded', { retryAfterMs: this.#retryAfterMs });
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** The signal ends the waiting, not the work. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        this.#waiting.delete(proceed);
        reject(signal?.reason);
      };
      const proceed = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.add(proceed);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** The permit goes directly to the oldest waiting caller, so that a new caller does not overtake it. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
