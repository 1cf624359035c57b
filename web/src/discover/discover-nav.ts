/** The ways through Discover: how somebody came to a page counts, and back leads where they came from. */
import { type DiscoverRoute, hashOfRoute } from '../app/route.js';

/** What opened a page, in the words that reading is told with. */
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

/** One step back where there was one, else up. */
export function goBack(up: string): void {
  if (before.length > 0) history.back();
  else location.hash = up;
}

/** The browser's own way back is one too. */
export function followBack(hash: string): void {
  if (before.length === 0 || before.at(-1) !== hash) return;
  before.pop();
  source = 'back';
}

/** Told once: whoever comes without it followed a link. */
export function consumeSource(): Source {
  const taken = source;
  source = 'link';
  return taken;
}
