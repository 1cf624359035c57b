import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { app } from '#page/app/app-state.js';
import { isSynced } from '#page/rooms/room-sync.js';
import { loadOlder } from '../message-actions.js';
import { trackRead } from './read-tracking.js';
import type { Listed } from './row-estimates.js';
import { RowsView } from './rows-view.js';
import type { Timeline } from './timeline.js';
import { useFirstUnread } from './use-first-unread.js';

/** Older messages are loaded when fewer view heights than this are left above. */
const AHEAD = 3;

export interface Scroll {
  view: RowsView;
  list: RefObject<HTMLDivElement | null>;
  lead: RefObject<HTMLDivElement | null>;
  trail: RefObject<HTMLDivElement | null>;
  isAway: boolean;
  isLoading: boolean;
  onScroll: () => void;
}

/** Follows the newest message at the end of the list, and keeps the anchor elsewhere. */
export function useScroll(slug: string, rows: Listed[], timeline: Timeline | undefined): Scroll {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0);
  const [isAway, setAway] = useState(false);
  // The tab stop depends on it.
  const [, setAtEnd] = useState(true);
  // The way back to the unread messages depends on it.
  const [, setUnreadSeen] = useState(false);
  const older = useOlder(slug);
  const told = useRef<(isOtherSpan: boolean) => void>(() => undefined);
  const view = useView(told);
  told.current = (isOtherSpan) => {
    if (isOtherSpan) renderAgain();
    setAway(!view.isNearEnd);
    setAtEnd(view.scrollAnchor.anchor === null);
    setUnreadSeen(view.isInView('unread'));
    if (isSynced(slug) && !view.isGoing && !isOnWay()) trackRead(slug, newestInView(view, rows, timeline));
    if (view.above < view.scrollAnchor.view * AHEAD) older.load();
  };
  view.take(rows);
  const isOnWay = useFirstUnread(slug, view, timeline);

  const [list, lead, trail] = [useElement(), useElement(), useElement()];
  useLayoutEffect(() => {
    if (!list.current || !lead.current || !trail.current) return undefined;
    view.attach({ list: list.current, lead: lead.current, trail: trail.current });
    return () => view.attach(null);
  }, []);
  useLayoutEffect(() => view.settle());
  useEffect(() => {
    const rest = () => view.rest();
    list.current?.addEventListener('scrollend', rest);
    return () => list.current?.removeEventListener('scrollend', rest);
  }, []);
  return { view, list, lead, trail, isAway, isLoading: older.isLoading, onScroll: () => view.scrolled() };
}

/** The seq of the newest visible message; at the end of the list, of the newest loaded one. */
function newestInView(view: RowsView, rows: Listed[], timeline: Timeline | undefined): number {
  if (view.isNearEnd) return timeline?.messages.at(-1)?.seq ?? 0;
  for (let at = view.scrollAnchor.heights.indexOf(view.lowest ?? ''); at >= 0; at -= 1) {
    const row = rows[at];
    if (row && 'message' in row) return row.message.seq;
  }
  return 0;
}

const useElement = () => useRef<HTMLDivElement>(null);

function useView(told: RefObject<(isOtherSpan: boolean) => void>): RowsView {
  const view = useRef<RowsView | null>(null);
  view.current ??= new RowsView((isOtherSpan) => told.current?.(isOtherSpan));
  return view.current;
}

/** After a refusal nothing is asked for this long. */
const REFUSED_MS = 1_000;

/** Loads older pages, one at a time; after an error, scrolling near the top retries. */
function useOlder(slug: string) {
  const [isLoading, setLoading] = useState(false);
  const isAsking = useRef(false);
  const load = () => {
    if (isAsking.current || !app.get().timelines[slug]?.hasOlder) return;
    isAsking.current = true;
    setLoading(true);
    void loadOlder(slug).then((isLoaded) => {
      const free = () => {
        isAsking.current = false;
      };
      // The rendering that follows asks again: without a connection, which refuses at once, it would do so without an end.
      if (isLoaded) free();
      else setTimeout(free, REFUSED_MS);
      setLoading(false);
    });
  };
  return { isLoading, load };
}
