/** A business in the panel: who it is, who works for it, what it has bought. */
import type { AccountId } from '../accounts/account.js';
import type { AgreedProduct } from './product.js';

export type OrganizationId = string;

export const organizationKinds = ['individual', 'company'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

export const organizationRoles = ['owner', 'admin', 'ads', 'viewer'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];
/** Those that can be given: the owner stays. */
export const givenRoles = ['admin', 'ads', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const DISPLAY_NAME_MIN = 2;
export const DISPLAY_NAME_MAX = 80;
export const PURPOSE_MAX = 1_000;
export const TEAM_SIZE_MAX = 20;
/** People with a role in one organization. */
export const TEAM_MAX = 200;
export const SLUG_ATTEMPTS_PER_DAY = 10;

/** Characters; what is longer is cut. */
export const BILLING_TEXT_MAX = 200;
export const billingRequired = ['legalName', 'taxOffice', 'taxId', 'address', 'city', 'country'] as const;
export const billingOptional = ['district', 'region', 'postalCode', 'contactPhone'] as const;

export type Billing = Record<(typeof billingRequired)[number], string> &
  Record<(typeof billingOptional)[number], string | null>;

/** What its owner says about it. */
export interface OrganizationFields {
  displayName: string;
  purpose: string;
  /** Individuals only. */
  positionId: string | null;
  /** Companies only. */
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

/** `version` grows with every change and guards it. */
export interface Organization extends OrganizationFields {
  _id: OrganizationId;
  version: number;
  /** Never changes. */
  kind: OrganizationKind;
  slug: string;
  subscription: Subscription | null;
  /** Waits for an operator. */
  pending: PackageRequest | null;
  /** The moment it began to wait: for the operators' queue. */
  pendingAt: number | null;
  suspended: boolean;
  /** The operators' last decision on a request, so that the same one may be sent again. */
  settled: { id: string; decision: 'approve' | 'reject' } | null;
  createdAt: number;
  /** ms since when it is no more. Its id and its slug stay taken; who it was is forgotten. */
  closedAt: number | null;
}

/** One per account: nobody is in two organizations. */
export interface OrgMember {
  _id: AccountId;
  organization: OrganizationId;
  role: OrganizationRole;
  joinedAt: number;
}

/** Which organization a slug belongs to. */
export interface OrgSlug {
  _id: string;
  organization: OrganizationId;
}

/** How many rooms were founded in its name; from the first on the slug is fixed. */
export interface OrgRooms {
  _id: OrganizationId;
  rooms: number;
}

export const mayManage = (role: OrganizationRole): boolean => role === 'owner' || role === 'admin';
export const mayAdvertise = (role: OrganizationRole): boolean => mayManage(role) || role === 'ads';
