import { type Dictionary, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import { RefusalError } from '#src/errors.js';

/** Asks the dictionary; refuses where none is set up, and where it cannot answer. */
export type DictionaryDoor = <T>(ask: (dictionary: Dictionary) => Promise<T>) => Promise<T>;

export interface DictionaryDoorDeps {
  dictionary: Dictionary | null;
  /** Told of what operators should know. */
  onTrouble(reason: string): void;
}

export function createDictionaryDoor({ dictionary, onTrouble }: DictionaryDoorDeps): DictionaryDoor {
  return async (ask) => {
    if (dictionary === null) throw new RefusalError('not_found');
    try {
      return await ask(dictionary);
    } catch (error) {
      if (!(error instanceof DictionaryUnavailable)) throw error;
      onTrouble(error.message);
      throw new RefusalError('sozluk_unavailable');
    }
  };
}
