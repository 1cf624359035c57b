/** The route: `#/section/rest`. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { decoded } from '#page/app/decode-part.js';

export const hereNow = (): string[] => location.hash.slice(2).split('/').filter(Boolean).map(decoded);

/** Heard at once: the next keystroke is meant for the new section. */
export function go(...way: string[]): void {
  location.hash = `/${way.map(encodeURIComponent).join('/')}`;
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The section, followed by the parts that the section itself interprets. */
export function useRoute(): string[] {
  const [way, setWay] = useState(hereNow);
  useLayoutEffect(() => {
    const look = () => setWay((before) => (before.join('/') === hereNow().join('/') ? before : hereNow()));
    // The address may have changed since the first rendering, before anything listened.
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return way;
}
