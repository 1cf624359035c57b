/** A business of the panel: its data, its team and its packages. */
import type { AccountId } from '../accounts/account.js';
import type { Decided } from '../operators/decided.js';
import type { AgreedProduct } from './product.js';

export type OrganizationId = string;

export const organizationKinds = ['individual', 'company'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

export const organizationRoles = ['owner', 'admin', 'ads', 'viewer'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];
/** Roles that can be assigned; the owner does not change. */
export const givenRoles = ['admin', 'ads', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const DISPLAY_NAME_MIN = 2;
export const DISPLAY_NAME_MAX = 80;
export const PURPOSE_MAX = 1_000;
export const TEAM_SIZE_MAX = 20;
/** Accounts with a role in one organization. */
export const TEAM_MAX = 200;
export const SLUG_ATTEMPTS_PER_DAY = 10;

/** Characters; longer texts are cut. */
export const BILLING_TEXT_MAX = 200;
export const billingRequired = ['legalName', 'taxOffice', 'taxId', 'address', 'city', 'country'] as const;
export const billingOptional = ['district', 'region', 'postalCode', 'contactPhone'] as const;

export type Billing = Record<(typeof billingRequired)[number], string> &
  Record<(typeof billingOptional)[number], string | null>;

/** Fields that the owner fills in. */
export interface OrganizationFields {
  displayName: string;
  purpose: string;
  /** For individuals. */
  positionId: string | null;
  /** For companies. */
  typeId: string | null;
  teamSize: number | null;
  billing: Billing | null;
}

export interface Subscription extends AgreedProduct {
  startedAt: number;
}

export interface PackageRequest extends AgreedProduct {
  requestedAt: number;
}

/** `version` grows with each change and guards the document. */
export interface Organization extends OrganizationFields {
  _id: OrganizationId;
  version: number;
  /** It never changes. */
  kind: OrganizationKind;
  slug: string;
  subscription: Subscription | null;
  /** A request that waits for an operator. */
  pending: PackageRequest | null;
  /** ms of the request, which orders the operators' queue. */
  pendingAt: number | null;
  suspended: boolean;
  /** The operators' last decision on a request. A repeat of the same decision is answered alike. */
  settled: (Decided & { decision: 'approve' | 'reject' }) | null;
  createdAt: number;
  /** ms of the closing. The id and the slug stay reserved; the other data is erased. */
  closedAt: number | null;
}

/** One document per account, because an account is in at most one team. */
export interface OrgMember {
  _id: AccountId;
  organization: OrganizationId;
  role: OrganizationRole;
  joinedAt: number;
}

/** The organization of a slug. */
export interface OrgSlug {
  _id: string;
  organization: OrganizationId;
}

/** The number of rooms founded in its name. The slug is fixed once there is one. */
export interface OrgRooms {
  _id: OrganizationId;
  rooms: number;
}

export const mayManage = (role: OrganizationRole): boolean => role === 'owner' || role === 'admin';
export const mayAdvertise = (role: OrganizationRole): boolean => mayManage(role) || role === 'ads';
