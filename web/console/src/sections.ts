/** The sections of the console, in the order of the navigation. A new section is one more line here. */
import type { ComponentType } from 'preact';
import type { IconName } from '#page/ui/icon.js';
import { AuditView } from './audit/audit.js';
import { NodesView } from './nodes/nodes.js';
import { OperatorsView } from './operators/operators.js';
import { PeopleView } from './people/people.js';
import { ReportsView } from './reports/reports.js';
import { RoomsView } from './rooms/rooms.js';
import type { Access } from './state/access.js';
import { waitingRequests } from './state/packages.js';
import { waitingItems } from './state/sponsored.js';
import { openReports, waitingEntries, waitingTopics } from './state/waiting.js';
import type { Texts } from './text/text.js';
import { AuthorsView } from './views/authors.js';
import { CategoriesView } from './views/categories.js';
import { PackagesView } from './views/packages.js';
import { QueueView } from './views/queue.js';
import { SponsoredView } from './views/sponsored.js';
import { TopicsView } from './views/topics.js';

export interface Section {
  id: keyof Texts['sections'];
  group: keyof Texts['groups'];
  icon: IconName;
  view: ComponentType;
  /** The operation without which the section has nothing to show, or the dictionary of this server. */
  needs: string;
  /** Counts the pending rows of the section. */
  waiting?: () => Promise<number>;
}

const DICTIONARY = 'dictionary';

const all: readonly Section[] = [
  {
    id: 'reports',
    group: 'moderation',
    icon: 'shield',
    view: ReportsView,
    needs: 'listReports',
    waiting: openReports,
  },
  { id: 'people', group: 'moderation', icon: 'people', view: PeopleView, needs: 'findAccounts' },
  { id: 'rooms', group: 'moderation', icon: 'discuss', view: RoomsView, needs: 'readRoomAsOperator' },
  {
    id: 'queue',
    group: 'discover',
    icon: 'article',
    view: QueueView,
    needs: DICTIONARY,
    waiting: waitingEntries,
  },
  { id: 'topics', group: 'discover', icon: 'hash', view: TopicsView, needs: DICTIONARY, waiting: waitingTopics },
  { id: 'categories', group: 'discover', icon: 'sliders', view: CategoriesView, needs: DICTIONARY },
  { id: 'authors', group: 'discover', icon: 'ban', view: AuthorsView, needs: DICTIONARY },
  {
    id: 'packages',
    group: 'businesses',
    icon: 'card',
    view: PackagesView,
    needs: 'listPackageRequests',
    waiting: waitingRequests,
  },
  {
    id: 'sponsored',
    group: 'businesses',
    icon: 'eye',
    view: SponsoredView,
    needs: 'listSponsoredReviews',
    waiting: waitingItems,
  },
  { id: 'nodes', group: 'service', icon: 'nodes', view: NodesView, needs: 'listSlots' },
  { id: 'operators', group: 'service', icon: 'key', view: OperatorsView, needs: 'listOperatorKeys' },
  { id: 'audit', group: 'service', icon: 'history', view: AuditView, needs: 'listAudit' },
];

/** Those that the key opens; every key that is accepted opens some. */
export const sectionsFor = ({ operations, hasDictionary }: Access): Section[] =>
  all.filter(({ needs }) => (needs === DICTIONARY ? hasDictionary : operations.has(needs)));
