import { useEffect, useReducer } from 'preact/hooks';
import type { Store } from './store.js';

export function useStore<S extends object>(store: Store<S>): S {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  const shown = store.get();
  useEffect(() => {
    // It may have changed between what was rendered and now.
    if (store.get() !== shown) renderAgain();
    return store.subscribe(() => renderAgain());
  }, [store]);
  return shown;
}
