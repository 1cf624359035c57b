import { useRef } from 'preact/hooks';

/** Runs one decision at a time: a second press of its key while the answer is awaited would ask for it again. */
export function useOneAtATime(): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  const isBusy = useRef(false);
  return async (work) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    try {
      return await work();
    } finally {
      isBusy.current = false;
    }
  };
}
