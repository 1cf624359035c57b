import { type Dictionary, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import { RefusalError } from '#src/errors.js';
import type { EdgeEnv } from '../routing/edge-env.js';

/** Asks the dictionary; refuses where none is set up, and where it cannot answer. */
export type DictionaryClient = <T>(ask: (dictionary: Dictionary) => Promise<T>) => Promise<T>;

export interface DictionaryClientDeps {
  dictionary: Dictionary | null;
  env: Pick<EdgeEnv, 'monotonic'>;
  /** Called with failures for the log, at most once per interval. */
  onError(reason: string): void;
}

/** Every request meets the same failure. */
const LOG_INTERVAL_MS = 5_000;

export function createDictionaryClient({ dictionary, env, onError }: DictionaryClientDeps): DictionaryClient {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logOnce = (reason: string) => {
    if (env.monotonic() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = env.monotonic();
    onError(reason);
  };
  return async (ask) => {
    if (dictionary === null) throw new RefusalError('not_found');
    try {
      return await ask(dictionary);
    } catch (error) {
      if (!(error instanceof DictionaryUnavailable)) throw error;
      logOnce(error.message);
      throw new RefusalError('sozluk_unavailable');
    }
  };
}
