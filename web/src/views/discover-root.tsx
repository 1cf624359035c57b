import type { DiscoverRoute } from '../state/discover-route.js';
import { DiscoverEntry } from './discover-entry.js';
import { DiscoverHome } from './discover-home.js';
import { DiscoverMine } from './discover-mine.js';
import { DiscoverTopicPage } from './discover-topic.js';
import { RoomsDirectory } from './rooms-directory.js';
import '../style/discover.css';
import '../style/directory.css';

/** Whichever page of Discover, or of the open rooms, the address leads to. */
export function DiscoverRoot({ route }: { route: DiscoverRoute }) {
  switch (route.view) {
    case 'home':
      return <DiscoverHome key={route.category ?? ''} category={route.category} />;
    case 'topic':
      return <DiscoverTopicPage key={route.tag} tag={route.tag} />;
    case 'entry':
      return <DiscoverEntry key={route.id} id={route.id} />;
    case 'mine':
      return <DiscoverMine />;
    case 'rooms':
      return <RoomsDirectory words={route.words} />;
  }
}
