import { useEffect, useState } from 'preact/hooks';
import { panel } from './panel.js';

/**
 * What is written in forms, by account and form. In memory alone: the end of the link takes a form from the screen, and
 * the same account finds its words again when it has linked this browser once more.
 */
const kept = new Map<string, unknown>();

/** The value of a form, as `useState` has it. It ends with the form, unless the link has ended while it was filled in. */
export function useKeptDraft<T>(form: string, first: () => T): [T, (change: T | ((held: T) => T)) => void] {
  const [key] = useState(() => `${panel.get().panel?.account.id} ${form}`);
  const [draft, setDraft] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : first()));
  useEffect(() => void kept.set(key, draft), [draft]);
  useEffect(
    () => () => {
      if (panel.get().phase !== 'linking') kept.delete(key);
    },
    [],
  );
  return [draft, setDraft];
}

/** A person who signs out leaves nothing behind. */
export const forgetDrafts = (): void => kept.clear();
