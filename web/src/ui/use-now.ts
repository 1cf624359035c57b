import { useEffect, useReducer } from 'preact/hooks';

/** The current time, updated every second until `until`. */
export function useNow(until: number): number {
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  const isOver = until <= Date.now();
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Date.now();
}
