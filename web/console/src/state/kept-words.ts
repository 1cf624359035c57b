/**
 * Words that are being typed, kept in this tab's session storage. A key that is refused meanwhile takes the form away; after
 * the next login of the same operator the form begins with the words again.
 */
import { useEffect, useState } from 'preact/hooks';
import { useAccess } from './access.js';
import { session } from './session.js';
import { WORDS_STORED_AS } from './words-storage.js';

interface KeptWords {
  words: string;
  setWords(words: string): void;
  /** The form has done what the words were for. */
  forget(): void;
}

/** `name` tells the form from all others of the page. */
export function useKeptWords(name: string, begun = ''): KeptWords {
  const operator = useAccess()?.operator?.id ?? '';
  const [storedAs] = useState(`${WORDS_STORED_AS}${operator} ${name}`);
  const [words, show] = useState(() => sessionStorage.getItem(storedAs) ?? begun);
  const forget = () => sessionStorage.removeItem(storedAs);
  useEffect(
    () => () => {
      if (session.get().key !== null) forget();
    },
    [],
  );
  const setWords = (typed: string) => {
    sessionStorage.setItem(storedAs, typed);
    show(typed);
  };
  return { words, setWords, forget };
}
