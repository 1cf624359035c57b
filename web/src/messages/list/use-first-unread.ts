import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { app, roomOf } from '#page/app/app-state.js';
import { loadOlder } from '../message-actions.js';
import type { RowsView } from './rows-view.js';
import type { Timeline } from './timeline.js';

const PAGE = 200;
/** With more unread messages than this the room opens at its end, because nobody reads that many in order. */
const UNREAD_MAX = 2_000;
const MARGIN_PX = 12;

/**
 * A room opens at its first unread message, unless the end of the list shows that message too. A view that is scrolled
 * further up stays. Returns whether the view is still on its way; until then visible messages do not count as read.
 */
export function useFirstUnread(slug: string, view: RowsView, timeline: Timeline | undefined): () => boolean {
  /** The divider that the view has scrolled to. */
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
    // Decided once: at the end of the list everything becomes read, and the count is small afterwards.
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

/** True when more lies below the divider than fits in the view. */
function isAboveEnd({ scrollAnchor: { heights, view } }: RowsView): boolean {
  return heights.between(heights.indexOf('unread'), heights.count) > view - MARGIN_PX;
}

/** Messages that arrived while the page was hidden are shown from the first one. */
function useVisibility(): boolean {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    const change = () => renderAgain();
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  return document.visibilityState === 'visible';
}
