/** The route: `#/section/rest`. */
import { useEffect, useState } from 'preact/hooks';

export const hereNow = (): string[] => location.hash.slice(2).split('/').filter(Boolean).map(decodeURIComponent);

/** Heard at once: the next keystroke is meant for the new section. */
export function go(...way: string[]): void {
  location.hash = `/${way.map(encodeURIComponent).join('/')}`;
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The section, followed by the parts that the section itself interprets. */
export function useRoute(): string[] {
  const [way, setWay] = useState(hereNow);
  useEffect(() => {
    const look = () => setWay(hereNow());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return way;
}
