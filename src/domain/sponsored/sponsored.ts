/**
 * Sponsored items. An organization writes them in the panel, operators review them, and each impression is counted.
 * This file holds their fields and states; `sponsored-audience.ts` holds their audience.
 */
import type { Language } from '../accounts/account.js';
import { activityLevels, type Segment } from '../interests/interest-profile.js';
import type { Decided } from '../operators/decided.js';
import type { UsageEntry } from '../organizations/credit.js';
import type { OrganizationId } from '../organizations/organization.js';
import type { SponsoredTargetKind } from './sponsored-target.js';

export type SponsoredId = string;

export const sponsoredStatuses = ['draft', 'review', 'live', 'paused', 'rejected', 'ended'] as const;
export type SponsoredStatus = (typeof sponsoredStatuses)[number];

export type ReviewDecision = 'approve' | 'reject';

export const sponsoredPlacements = ['chats', 'discover_topics', 'discover_entries'] as const;
export type SponsoredPlacement = (typeof sponsoredPlacements)[number];

export const sponsoredLanguages = ['tr', 'en'] as const satisfies readonly Language[];
export const sponsoredPlatforms = ['android', 'ios'] as const;
export type SponsoredPlatform = (typeof sponsoredPlatforms)[number];

/** Pictures only, of the types of chat photos. */
export const sponsoredImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const TITLE_MIN = 2;
export const TITLE_MAX = 60;
export const BODY_MIN = 2;
export const BODY_MAX = 140;
export const TARGET_MAX = 500;
export const BUDGET_MIN = 100;
export const BUDGET_MAX = 10_000_000;
export const REJECT_REASON_MAX = 500;
/** Bound of an organization's items, so that one commit can pause all of them. */
export const ITEMS_MAX = 1_000;
/** The time within which an offer may be reported. */
export const OFFER_TTL_MS = 3_600_000;

export const wantedActivities = ['any', ...activityLevels] as const;
export type WantedActivity = (typeof wantedActivities)[number];

/**
 * The item is for accounts with any of the interests, at least this activity, and all of the segments. Empty: everyone.
 */
export interface SponsoredAudience {
  interests: string[];
  activity: WantedActivity;
  segments: Segment[];
}

/** The fields that the organization writes. */
export interface SponsoredContent {
  title: string;
  body: string;
  targetKind: SponsoredTargetKind;
  target: string;
  imageKey: string | null;
  thumbKey: string | null;
  /** Empty: all. */
  languages: Language[];
  platforms: SponsoredPlatform[];
  /** The largest number of impressions; 0 is not set yet. */
  budget: number;
  /** ms since epoch. */
  startsAt: number | null;
  endsAt: number | null;
  audience: SponsoredAudience;
}

export interface Reviewed extends Decided {
  decision: ReviewDecision;
  reason?: string | null;
}

/** A document of `sponsoredItems`. */
export interface SponsoredItem extends SponsoredContent {
  _id: SponsoredId;
  organization: OrganizationId;
  /** Grows with each change by a person; counting does not change it. */
  version: number;
  status: SponsoredStatus;
  rejectReason: string | null;
  impressions: number;
  clicks: number;
  /** Budget less impressions; the guard of counting. */
  left: number;
  /** Its own id while it is live, so that an index holds the live items only. */
  live?: SponsoredId;
  /** The id of the target room. A later room with the same slug is another room. */
  room?: string;
  /** The operator's last decision. A repeat of the same decision is answered alike. */
  reviewed?: Reviewed;
  createdAt: number;
  updatedAt: number;
}

/**
 * A counted impression: the movement of credit and the used mark in one row. The mark is random and the row names no
 * account, so that no record shows which account saw the item.
 */
export interface ImpressionEntry extends UsageEntry {
  item: SponsoredId;
}

/** A counted tap. `_id` is the mark. */
export interface SponsoredTap {
  _id: string;
  organization: OrganizationId;
  item: SponsoredId;
  at: number;
}

/**
 * After this time impressions and taps become sums, one for each item and day of Greenwich. Their marks refuse repeats
 * for an hour, and the panel shows the days of a month.
 */
export const SINGLES_KEPT_MS = 40 * 86_400_000;
export const SUM_MS = 86_400_000;

/** It takes the place of the impressions; `quantity` is their sum, `at` the beginning of the day. */
export interface SummedImpressions extends UsageEntry {
  summedItem: SponsoredId;
}

export interface SummedTaps {
  _id: string;
  organization: OrganizationId;
  summedItem: SponsoredId;
  count: number;
  at: number;
}

export const sumId = (item: SponsoredId, at: number): string => `${item}:${Math.floor(at / SUM_MS)}`;

/** An item that an account has hidden. */
export interface SponsoredHide {
  _id: string;
  account: string;
  item: SponsoredId;
}

const PICTURES = 'sponsored/';

/** The folder of an organization's pictures. */
export const sponsoredFolder = (organization: OrganizationId): string => `${PICTURES}${organization}/`;

export const isSponsoredPicture = (key: string): boolean => key.startsWith(PICTURES);

const editable: readonly SponsoredStatus[] = ['draft', 'rejected', 'paused'];

/** Items that are under review or live cannot be edited, so that reviewed items stay as reviewed. */
export const isEditable = ({ status }: Pick<SponsoredItem, 'status'>): boolean => editable.includes(status);

/** Whether an account may have seen it. Only shown items can be reported. */
export const wasShown = ({ status, impressions }: Pick<SponsoredItem, 'status' | 'impressions'>): boolean =>
  impressions > 0 || status === 'live' || status === 'paused' || status === 'ended';

/** Whether its time has ended. The budget is checked where impressions are counted. */
export const isOver = ({ endsAt }: Pick<SponsoredItem, 'endsAt'>, now: number): boolean =>
  endsAt !== null && endsAt <= now;

export const hasBegun = ({ startsAt }: Pick<SponsoredItem, 'startsAt'>, now: number): boolean =>
  startsAt === null || startsAt <= now;

export type Problems = Record<string, string[]>;

/** Problems that only the combination of fields shows. */
export function contentProblems({ startsAt, endsAt }: Pick<SponsoredContent, 'startsAt' | 'endsAt'>): Problems {
  return startsAt !== null && endsAt !== null && endsAt <= startsAt ? { ends_at: ['must be after starts_at'] } : {};
}

/** Problems that keep a draft from review. */
export function submitProblems(item: SponsoredItem, now: number): Problems {
  const problems: Problems = {};
  if (item.budget === 0) problems.budget = ['is required'];
  else if (item.left <= 0) problems.budget = ['must be more than the impressions counted so far'];
  if (isOver(item, now)) problems.ends_at = ['must be in the future'];
  return problems;
}
