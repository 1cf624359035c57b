/** Navigation in Discover: records the source of each page view, and leads back to the page before. */
import { type DiscoverRoute, hashOfRoute } from '../app/route.js';

/** The source of a page view, as read events report it. */
export type Source = 'topic_list' | 'suggest' | 'topic' | 'hashtag' | 'chat_card' | 'my_entries' | 'back' | 'link';

const before: string[] = [];
let source: Source = 'link';

export function goDiscover(route: DiscoverRoute, from: Source): void {
  const hash = hashOfRoute(route);
  if (hash === location.hash) return;
  before.push(location.hash);
  source = from;
  location.hash = hash;
}

/** One step back in the history where there is a previous page, otherwise to the parent page. */
export function goBack(up: string): void {
  if (before.length > 0) history.back();
  else location.hash = up;
}

/** Follows the browser's own Back button. */
export function followBack(hash: string): void {
  if (before.length === 0 || before.at(-1) !== hash) return;
  before.pop();
  source = 'back';
}

/** Returns the source once; a page view without a source came by a link. */
export function consumeSource(): Source {
  const taken = source;
  source = 'link';
  return taken;
}
