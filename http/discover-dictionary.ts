import { type Dictionary, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import { RefusalError } from '#src/errors.js';
import type { EdgeEnv } from './edge-env.js';

/** Asks the dictionary; refuses where none is set up, and where it cannot answer. */
export type DictionaryDoor = <T>(ask: (dictionary: Dictionary) => Promise<T>) => Promise<T>;

export interface DictionaryDoorDeps {
  dictionary: Dictionary | null;
  env: Pick<EdgeEnv, 'monotonic'>;
  /** Told of what operators should know, once in a while. */
  onTrouble(reason: string): void;
}

/** Everybody who asks meets the same trouble. */
const TOLD_EVERY_MS = 5_000;

export function createDictionaryDoor({ dictionary, env, onTrouble }: DictionaryDoorDeps): DictionaryDoor {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (reason: string) => {
    if (env.monotonic() - toldAt < TOLD_EVERY_MS) return;
    toldAt = env.monotonic();
    onTrouble(reason);
  };
  return async (ask) => {
    if (dictionary === null) throw new RefusalError('not_found');
    try {
      return await ask(dictionary);
    } catch (error) {
      if (!(error instanceof DictionaryUnavailable)) throw error;
      tell(error.message);
      throw new RefusalError('sozluk_unavailable');
    }
  };
}
