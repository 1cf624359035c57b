import { useEffect, useRef, useState } from 'preact/hooks';
import { showRowsBy } from './jump.js';
import type { RowsView } from './rows-view.js';
import type { Anchor } from './scroll-anchor.js';

const FLASH_MS = 1600;

/** Jumps to a message, highlights it, and keeps the way back. */
export function useJumps(view: RowsView, isAway: boolean, focusRow: (key: string) => void) {
  const [flashed, setFlashed] = useState<string | null>(null);
  const [ways, setWays] = useState<Anchor[]>([]);
  const show = useRef<(id: string) => boolean>(() => false);
  show.current = (id) => {
    const from = view.scrollAnchor.anchor;
    if (!view.show(id, 'center')) return false;
    // From the newest message the jump-to-latest button is the way back.
    if (from) setWays((held) => [...held, from]);
    setFlashed(id);
    focusRow(id);
    return true;
  };
  useEffect(() => showRowsBy((id) => show.current(id)), []);
  useEffect(() => {
    if (flashed === null) return undefined;
    const timer = setTimeout(() => setFlashed(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashed]);
  useEffect(() => {
    if (!isAway) setWays([]);
  }, [isAway]);
  /** False when there is no position to go back to. */
  const back = (): boolean => {
    const mark = ways.at(-1);
    setWays(ways.slice(0, -1));
    return mark !== undefined && view.showMark(mark);
  };
  return { flashed, isBack: ways.length > 0, back };
}
