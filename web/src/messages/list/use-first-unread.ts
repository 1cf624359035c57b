import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { app, roomOf } from '#page/app/app-state.js';
import { loadOlder } from '../message-actions.js';
import type { RowsView } from './rows-view.js';
import type { Timeline } from './timeline.js';

const PAGE = 200;
/** With more unread than this the room opens at its end: so much is skimmed from there, not read on. */
const UNREAD_MAX = 2_000;
const MARGIN_PX = 12;

/**
 * A room opens at its first unread row, unless the end of the list shows that row too. Whoever reads further up, stays.
 * The answer says whether the view is still on its way there: until then nothing that is shown was read.
 */
export function useFirstUnread(slug: string, view: RowsView, timeline: Timeline | undefined): () => boolean {
  /** The line of the unread that the view has come to. */
  const reached = useRef<number | null>(null);
  const askedFrom = useRef(0);
  const isVisible = useVisibility();
  const divider = timeline?.dividerSeq ?? null;
  const first = timeline?.messages[0]?.seq ?? 0;
  const isLoaded = !timeline?.hasOlder || first <= (divider ?? 0);
  const isOnWay = () => {
    if (divider === null || reached.current === divider || view.scrollAnchor.anchor !== null) return false;
    return !isLoaded || view.scrollAnchor.heights.indexOf('unread') >= 0;
  };
  useLayoutEffect(() => {
    if (divider === null) {
      reached.current = null;
      askedFrom.current = 0;
    }
    if (!isVisible || !isOnWay()) return;
    // Decided once: at the end everything is read, and little is unread afterwards.
    if (!isLoaded && unreadOf(slug) > UNREAD_MAX) reached.current = divider;
    if (reached.current === divider) return;
    if (!isLoaded && askedFrom.current !== first) {
      askedFrom.current = first;
      void loadOlder(slug, PAGE);
    }
    if (!isLoaded) return;
    reached.current = divider;
    if (isAboveEnd(view)) view.showMark({ key: 'unread', offset: MARGIN_PX });
  });
  return isOnWay;
}

const unreadOf = (slug: string): number => roomOf(app.get(), slug)?.unread ?? 0;

/** More lies below the line of the unread than the view holds. */
function isAboveEnd({ scrollAnchor: { heights, view } }: RowsView): boolean {
  return heights.between(heights.indexOf('unread'), heights.count) > view - MARGIN_PX;
}

/** What came while the page was out of sight is looked at from its beginning. */
function useVisibility(): boolean {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    const change = () => renderAgain();
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  return document.visibilityState === 'visible';
}
