import { useCallback, useEffect, useState } from 'preact/hooks';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { useApp } from '../app/use-app.js';

export interface Loaded<T> {
  value: T | null;
  error: WireError | null;
  again: () => void;
}

/** A value of the service, loaded when the key changes; a late response for an older key is dropped. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: WireError | null }>(() => empty(key));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOld = false;
    setState((held) => (held.key === key ? { ...held, error: null } : empty(key)));
    load()
      .then((value) => !isOld && setState({ key, value, error: null }))
      .catch((error: unknown) => !isOld && setState((held) => ({ ...held, error: wireOf(error) })));
    return () => {
      isOld = true;
    };
  }, [key, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  const { value, error } = state.key === key ? state : empty(key);
  useRetryOnline(error, again);
  return { value: value as T | null, error, again };
}

/** A value of the app state, which events keep up to date. It is loaded while the state has none. */
export function useHeld<T>(key: string, held: T | undefined, load: () => Promise<void>): Loaded<T> {
  const isMissing = held === undefined;
  const { error, again } = useLoaded(`${key} ${isMissing}`, async () => {
    if (isMissing) await load();
  });
  return { value: held ?? null, error: isMissing ? error : null, again };
}

/** The error of a request without an answer says that the page tries again: it does so once it is connected again. */
export function useRetryOnline(error: WireError | null, again: () => void): void {
  const isOnline = useApp((state) => state.connection === 'online');
  useEffect(() => {
    if (isOnline && error?.code === 'network') again();
  }, [isOnline]);
}

const empty = (key: string) => ({ key, value: null, error: null });
