import { LRUCache } from 'lru-cache';

/** Answers that are the same for everybody, for a moment: many readers at once are one question. */
export interface AnswerCache {
  /** What was answered to `key` less than `keepMs` ago, or what is being asked. Failures are not kept. */
  answer<T>(key: string, ask: () => Promise<T>): Promise<T>;
  readonly size: number;
}

export interface AnswerCacheOptions {
  keepMs: number;
  /** The one that was not asked for the longest goes when there are more. */
  sizeMax: number;
  /** ms that never go back. */
  monotonic(): number;
}

interface Kept {
  answer: Promise<unknown>;
  /** Infinity while it is being asked. */
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
        // Counted from the asking: what is handed out is never older than that.
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
