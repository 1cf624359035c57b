import { RefusalError } from '#src/errors.js';

export interface KeyedMutexOptions {
  /** Callers that may wait for one key; the next one is refused with `overloaded`. */
  waitingMax?: number;
  retryAfterMs?: number;
}

interface Queue {
  /** Resolves when the last caller of the queue has released the key. */
  last: Promise<void>;
  /** Callers that hold the key or wait for it. */
  callers: number;
}

/**
 * One caller at a time per key, first in, first out. A caller of several keys joins all their queues in one step, so
 * that no two callers wait for each other.
 */
export class KeyedMutex {
  readonly #queues = new Map<string, Queue>();
  readonly #waitingMax: number;
  readonly #retryAfterMs: number;

  constructor({ waitingMax = Number.POSITIVE_INFINITY, retryAfterMs = 2_000 }: KeyedMutexOptions = {}) {
    this.#waitingMax = waitingMax;
    this.#retryAfterMs = retryAfterMs;
  }

  /**
   * Resolves once every earlier caller has released the keys. The result releases them; a second call has no effect.
   */
  async acquire(...keys: string[]): Promise<() => void> {
    const wanted = [...new Set(keys)];
    const isFull = (key: string) => (this.#queues.get(key)?.callers ?? 0) > this.#waitingMax;
    if (wanted.some(isFull)) throw new RefusalError('overloaded', { retryAfterMs: this.#retryAfterMs });
    let settle: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const earlier = wanted.map((key) => this.#join(key, released));
    await Promise.all(earlier);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const key of wanted) this.#leave(key);
      settle();
    };
  }

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(...keys);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Returns the release of the previous caller, if there is one. */
  #join(key: string, released: Promise<void>): Promise<void> | undefined {
    const queue = this.#queues.get(key);
    this.#queues.set(key, { last: released, callers: (queue?.callers ?? 0) + 1 });
    return queue?.last;
  }

  #leave(key: string): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    queue.callers -= 1;
    if (queue.callers === 0) this.#queues.delete(key);
  }
}
