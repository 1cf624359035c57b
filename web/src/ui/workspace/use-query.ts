import { useEffect, useRef, useState } from 'preact/hooks';

export interface Query<T> {
  value: T | null;
  error: unknown;
  reload: () => void;
  /** Sets the value from another response, without a request. */
  setValue: (value: T) => void;
}

/** A value of the service, loaded when the key changes; a late response for an older key is dropped. */
export function useQuery<T>(key: string, load: () => Promise<T>): Query<T> {
  const [state, setState] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const requests = useRef(0);
  const reload = () => {
    requests.current += 1;
    const request = requests.current;
    load().then(
      (value) => request === requests.current && setState({ value, error: null }),
      (error: unknown) => request === requests.current && setState(({ value }) => ({ value, error })),
    );
  };
  useEffect(() => {
    reload();
    return () => {
      requests.current += 1;
    };
  }, [key]);
  return { ...state, reload, setValue: (value) => setState({ value, error: null }) };
}
