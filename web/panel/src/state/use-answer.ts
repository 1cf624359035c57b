import { useEffect, useRef, useState } from 'preact/hooks';

export interface Answer<T> {
  value: T | null;
  error: unknown;
  again: () => void;
  /** Without asking: the service has just said so. */
  put: (value: T) => void;
}

/** Something of the service, read when the question changes; an answer to an older one is dropped. */
export function useAnswer<T>(question: string, load: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const asked = useRef(0);
  const again = () => {
    asked.current += 1;
    const mine = asked.current;
    load().then(
      (value) => mine === asked.current && setState({ value, error: null }),
      (error: unknown) => mine === asked.current && setState(({ value }) => ({ value, error })),
    );
  };
  useEffect(() => {
    again();
    return () => {
      asked.current += 1;
    };
  }, [question]);
  return { ...state, again, put: (value) => setState({ value, error: null }) };
}
