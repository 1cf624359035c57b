/** The sections of the panel, in the order of the navigation. A new section is one more line here. */
import type { ComponentType } from 'preact';
import type { IconName } from '#page/ui/icon.js';
import type { Texts } from './text/text.js';
import { GroupsView } from './views/groups.js';
import { lazy } from './views/lazy.js';
import { OrganizationView } from './views/organization.js';
import { PackagesView } from './views/packages.js';
import { TeamView } from './views/team.js';
import { UsageView } from './views/usage.js';

export interface Section {
  id: keyof Texts['sections'];
  icon: IconName;
  view: ComponentType;
  /** The section is empty without an organization. */
  needsOrganization: boolean;
}

const SponsoredView = lazy(async () => (await import('./sponsored/sponsored-root.js')).SponsoredRoot);

export const sections: readonly [Section, ...Section[]] = [
  { id: 'organization', icon: 'card', view: OrganizationView, needsOrganization: false },
  { id: 'packages', icon: 'archive', view: PackagesView, needsOrganization: true },
  { id: 'usage', icon: 'survey', view: UsageView, needsOrganization: true },
  { id: 'groups', icon: 'discuss', view: GroupsView, needsOrganization: false },
  { id: 'team', icon: 'people', view: TeamView, needsOrganization: true },
  { id: 'sponsored', icon: 'eye', view: SponsoredView, needsOrganization: true },
];
