import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { type AppState, app } from './app-state.js';

/** A selected part of the state; the view renders again only when that part changes. */
export function useApp<T>(select: (state: AppState) => T): T {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  const shown = useRef({ select, value: undefined as T | undefined });
  const value = select(app.get());
  shown.current = { select, value };
  useLayoutEffect(() => {
    const look = () => {
      if (!Object.is(shown.current.select(app.get()), shown.current.value)) renderAgain();
    };
    look();
    return app.subscribe(look);
  }, []);
  return value;
}
