import { useEffect, useRef } from 'preact/hooks';
import { createDwellTimer } from './dwell-timer.js';
import { flushReadsNow } from './read-events.js';

/** A shorter time counts as scrolling past. */
const GLANCE_MS = 250;

/** Reports how long an item was visible: when it leaves the screen, and when the page is hidden. */
export function useDwell(isShown: boolean, tell: (durationMs: number) => void): void {
  const told = useRef(tell);
  told.current = tell;
  useEffect(() => {
    if (!isShown) return undefined;
    const clock = createDwellTimer(() => performance.now());
    const report = () => {
      const read = clock.take();
      if (read >= GLANCE_MS) told.current(read);
    };
    const look = () => {
      if (document.visibilityState === 'visible') return clock.run();
      clock.hold();
      report();
      // Some browsers send no event after the page was hidden.
      flushReadsNow();
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', report);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', report);
      report();
    };
  }, [isShown]);
}
