import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { Store } from './store.js';

/** The whole value of a small store; the view renders again at each change. */
export function useStore<S extends object>(store: Store<S>): S {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  const shown = store.get();
  useLayoutEffect(() => {
    // The store may have changed between this view's render and its subscription.
    if (store.get() !== shown) renderAgain();
    return store.subscribe(() => renderAgain());
  }, [store]);
  return shown;
}
