/** The sections of the console, in the order of the navigation. A new section is one more line here. */
import type { ComponentType } from 'preact';
import type { IconName } from '#page/ui/icon.js';
import { waitingRequests } from './state/packages.js';
import { waitingItems } from './state/sponsored.js';
import { openReports, waitingEntries, waitingTopics } from './state/waiting.js';
import type { Texts } from './text/text.js';
import { AuthorsView } from './views/authors.js';
import { CategoriesView } from './views/categories.js';
import { PackagesView } from './views/packages.js';
import { QueueView } from './views/queue.js';
import { ReportsView } from './views/reports.js';
import { SponsoredView } from './views/sponsored.js';
import { TopicsView } from './views/topics.js';

export interface Section {
  id: keyof Texts['sections'];
  icon: IconName;
  view: ComponentType;
  /** Counts the pending rows of the section. */
  waiting?: () => Promise<number>;
}

export const sections: readonly [Section, ...Section[]] = [
  { id: 'queue', icon: 'article', view: QueueView, waiting: waitingEntries },
  { id: 'topics', icon: 'hash', view: TopicsView, waiting: waitingTopics },
  { id: 'categories', icon: 'sliders', view: CategoriesView },
  { id: 'authors', icon: 'ban', view: AuthorsView },
  { id: 'reports', icon: 'shield', view: ReportsView, waiting: openReports },
  { id: 'packages', icon: 'card', view: PackagesView, waiting: waitingRequests },
  { id: 'sponsored', icon: 'eye', view: SponsoredView, waiting: waitingItems },
];
