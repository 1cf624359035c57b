import { useEffect, useReducer } from 'preact/hooks';

/** The clock of the page, looked at once a second until the moment has come. */
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
