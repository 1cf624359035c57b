/** The service's API types under the names of the panel. Every type derives from the generated ones. */

import type { Organization, SponsoredItem } from '#sdk/generated/rest.js';
import type { Answer, Request } from '#sdk/rest.js';

export type {
  Billing,
  Organization,
  OrganizationMember as TeamMember,
  Product,
  SponsoredItem,
} from '#sdk/generated/rest.js';

export type Panel = Answer<'GET /api/panel/me'>;
export type OrganizationKind = Organization['kind'];
export type OrganizationRole = NonNullable<Panel['role']>;
export type GivenRole = Request<'POST /api/panel/members'>['body']['role'];
/** The request body that creates or changes an organization. */
export type OrganizationBody = Request<'PATCH /api/panel/organization'>['body'];
export type PackageRequest = NonNullable<Organization['pending_request']>;
export type Balances = Organization['balances'];
export type Counter = keyof Balances;
export type Usage = Answer<'GET /api/panel/usage'>;
export type UsageEntry = Usage['entries'][number];
export type Groups = Answer<'GET /api/panel/groups'>;
export type Group = Groups['founded'][number];

export type SponsoredStatus = SponsoredItem['status'];
export type Activity = SponsoredItem['audience']['activity'];
export type SponsoredBody = Request<'POST /api/panel/sponsored'>['body'];
export type AudienceOptions = Answer<'GET /api/panel/sponsored/audience-options'>;
export type SponsoredDays = Answer<'GET /api/panel/sponsored/{id}/days'>;

/** In display order. */
export const counters = ['message', 'ai', 'impression', 'verification'] as const satisfies readonly Counter[];
