import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { Store } from './store.js';

/** All of a small store; the view renders again with each change of it. */
export function useStore<S extends object>(store: Store<S>): S {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => renderAgain()), [store]);
  return store.get();
}
