import { useEffect, useRef } from 'preact/hooks';
import { createDwellTimer } from './dwell-timer.js';
import { flushReadsNow } from './read-events.js';

/** Less than this is a glance on the way to something else. */
const GLANCE_MS = 250;

/** Tells how long something stayed in sight: when it is left, and whenever the page goes out of sight. */
export function useDwell(isShown: boolean, tell: (durationMs: number) => void): void {
  const told = useRef(tell);
  told.current = tell;
  useEffect(() => {
    if (!isShown) return undefined;
    const clock = createDwellTimer(() => performance.now());
    const say = () => {
      const read = clock.take();
      if (read >= GLANCE_MS) told.current(read);
    };
    const look = () => {
      if (document.visibilityState === 'visible') return clock.run();
      clock.hold();
      say();
      // Out of sight is the last that some browsers tell of a page.
      flushReadsNow();
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', say);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', say);
      say();
    };
  }, [isShown]);
}
