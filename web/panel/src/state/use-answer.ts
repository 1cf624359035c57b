import { useEffect, useRef, useState } from 'preact/hooks';

export interface Answer<T> {
  value: T | null;
  error: unknown;
  again: () => void;
  /** Sets the value from another response, without a request. */
  put: (value: T) => void;
}

/** A value of the service, loaded when the key changes; a late response for an older key is dropped. */
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
