import { useEffect, useReducer } from 'preact/hooks';
import type { Store } from '#page/state/store.js';

export function useStore<S extends object>(store: Store<S>): S {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => store.subscribe(() => renderAgain()), [store]);
  return store.get();
}
