import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { app } from '../app/app-state.js';

const PART = 0.5;
const LOOKED_AT_MS = 1_000;

/** True when the page is visible and no overlay covers it. */
function isVisible(): boolean {
  const { page, viewer } = app.get();
  const isCovered = page !== null || viewer !== null || document.querySelector('dialog[open]') !== null;
  return document.visibilityState === 'visible' && !isCovered;
}

/** Reports one impression per key: half of the element was visible for one second. */
export function useImpression<E extends HTMLElement>(key: string | null, onSeen: () => void): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const watched = element.current;
    return watched && key !== null ? watch(watched, () => latest.current()) : undefined;
  }, [key]);
  return element;
}

function watch(element: HTMLElement, onSeen: () => void): () => void {
  let isInSight = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    if (isInSight && document.visibilityState === 'visible') timer = setTimeout(look, LOOKED_AT_MS);
  };
  const look = () => {
    if (!isVisible()) return begin();
    end();
    onSeen();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      isInSight = (entries.at(-1)?.intersectionRatio ?? 0) >= PART;
      begin();
    },
    { threshold: PART },
  );
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', begin);
  };
  observer.observe(element);
  document.addEventListener('visibilitychange', begin);
  return end;
}
