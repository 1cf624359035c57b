import { LRUCache } from 'lru-cache';

/**
 * Caches answers that are the same for every caller for a few seconds, so that concurrent callers share one request.
 */
export interface AnswerCache {
  /** The answer to `key` that is younger than `keepMs`, or the pending request. Failures are not cached. */
  answer<T>(key: string, ask: () => Promise<T>): Promise<T>;
  readonly size: number;
}

export interface AnswerCacheOptions {
  keepMs: number;
  /** Beyond this, the longest unused answer is evicted. */
  sizeMax: number;
  /** Monotonic time in ms. */
  monotonic(): number;
}

interface Kept {
  answer: Promise<unknown>;
  /** Infinity while the request is pending. */
  until: number;
}

export function createAnswerCache({ keepMs, sizeMax, monotonic }: AnswerCacheOptions): AnswerCache {
  const kept = new LRUCache<string, Kept>({ max: sizeMax });

  function ask<T>(key: string, asking: () => Promise<T>): Promise<T> {
    const askedAt = monotonic();
    const answer = asking();
    const entry: Kept = { answer, until: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    answer.then(
      () => {
        // Counted from the request, so that no answer is older than that.
        entry.until = askedAt + keepMs;
      },
      () => {
        if (kept.peek(key) === entry) kept.delete(key);
      },
    );
    return answer;
  }

  return {
    get size() {
      return kept.size;
    },
    answer<T>(key: string, asking: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      if (known && known.until > monotonic()) return known.answer as Promise<T>;
      kept.delete(key);
      return ask(key, asking);
    },
  };
}
