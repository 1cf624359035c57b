import type { DiscoverRoute } from '../app/route.js';
import { RoomsDirectory } from '../directory/rooms-directory.js';
import { DiscoverEntry } from './discover-entry.js';
import { DiscoverHome } from './discover-home.js';
import { DiscoverOwnEntries } from './discover-own-entries.js';
import { DiscoverTopicPage } from './discover-topic.js';
import './discover.css';
import '../directory/directory.css';

/** The Discover page, or the room directory, of the route. */
export function DiscoverRoot({ route }: { route: DiscoverRoute }) {
  switch (route.view) {
    case 'home':
      return <DiscoverHome key={route.category ?? ''} category={route.category} />;
    case 'topic':
      return <DiscoverTopicPage key={route.tag} tag={route.tag} />;
    case 'entry':
      return <DiscoverEntry key={route.id} id={route.id} />;
    case 'mine':
      return <DiscoverOwnEntries />;
    case 'rooms':
      return <RoomsDirectory words={route.words} />;
  }
}
