import { useEffect, useRef } from 'preact/hooks';

const EVERY_MS = 10_000;

/** Polls while the page is visible, and reloads when the person returns to it. */
export function useRefresh(again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && latest.current();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
