import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { loadOlder } from '../state/message-actions.js';
import { seen } from '../state/sight.js';
import type { Timeline } from '../state/timeline.js';

const NEAR_BOTTOM_PX = 80;
const NEAR_TOP_PX = 240;

interface Place {
  isAtBottom: boolean;
  /** Distance from the end: kept while older rows are put in above. */
  fromEnd: number;
  firstSeq: number;
}

/** Keeps the newest row in sight for whoever is there, and the place for whoever reads further up. */
export function useScroll(slug: string, timeline: Timeline | undefined, pendingCount: number) {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ isAtBottom: true, fromEnd: 0, firstSeq: 0 });
  const [isAway, setAway] = useState(false);

  useLayoutEffect(() => {
    keepPlace(list, place.current, timeline);
    if (list.current) remember(list.current, place.current);
    seen(slug, place.current.isAtBottom);
  }, [slug, timeline, pendingCount]);

  useKeepBottom(list, place);

  const onScroll = () => {
    if (!list.current) return;
    remember(list.current, place.current);
    setAway(!place.current.isAtBottom);
    seen(slug, place.current.isAtBottom);
    if (list.current.scrollTop < NEAR_TOP_PX) loadOnce(slug);
  };
  const toBottom = () => list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'smooth' });
  return { list, onScroll, isAway, toBottom };
}

/** A keyboard that opens, or a field that grows, must not hide the newest row. */
function useKeepBottom(list: RefObject<HTMLDivElement | null>, place: RefObject<Place>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      if (place.current?.isAtBottom) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    // What is behind a link may be known later than its row is shown.
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    return () => watch.disconnect();
  }, [list, place]);
}

function keepPlace(list: RefObject<HTMLDivElement | null>, place: Place, timeline: Timeline | undefined): void {
  const element = list.current;
  if (!element || !timeline) return;
  const firstSeq = timeline.messages[0]?.seq ?? 0;
  const isOlderAbove = firstSeq < place.firstSeq;
  if (place.isAtBottom) element.scrollTop = element.scrollHeight;
  else if (isOlderAbove) element.scrollTop = element.scrollHeight - place.fromEnd;
  place.firstSeq = firstSeq;
}

function remember(element: HTMLElement, place: Place): void {
  place.fromEnd = element.scrollHeight - element.scrollTop;
  place.isAtBottom = place.fromEnd - element.clientHeight < NEAR_BOTTOM_PX;
}

const loading = new Set<string>();

function loadOnce(slug: string): void {
  if (loading.has(slug)) return;
  loading.add(slug);
  void loadOlder(slug).finally(() => loading.delete(slug));
}
