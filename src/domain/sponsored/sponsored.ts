/**
 * What an organization pays to have shown: written in the panel, reviewed by operators, counted one by one. What it
 * may look like and what may become of it; whom it is shown to stands in `sponsored-audience.ts`.
 */
import type { Language } from '../accounts/account.js';
import { activityLevels, type Segment } from '../interests/interest-profile.js';
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

/** Pictures only, as photos of chats. */
export const sponsoredImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const TITLE_MIN = 2;
export const TITLE_MAX = 60;
export const BODY_MIN = 2;
export const BODY_MAX = 140;
export const TARGET_MAX = 500;
export const BUDGET_MIN = 100;
export const BUDGET_MAX = 10_000_000;
export const REJECT_REASON_MAX = 500;
/** An organization keeps at most this many, so that pausing all of them is one commit. */
export const ITEMS_MAX = 1_000;
/** For so long an offer may be reported back. */
export const OFFER_TTL_MS = 3_600_000;

export const wantedActivities = ['any', ...activityLevels] as const;
export type WantedActivity = (typeof wantedActivities)[number];

/** The item is for accounts with any of the interests, at least this activity, and all of the segments. Empty: everybody. */
export interface SponsoredAudience {
  interests: string[];
  activity: WantedActivity;
  segments: Segment[];
}

/** What its organization writes. */
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
  /** The most impressions; 0 is not said yet. */
  budget: number;
  /** ms since epoch. */
  startsAt: number | null;
  endsAt: number | null;
  audience: SponsoredAudience;
}

/** A document of `sponsoredItems`. */
export interface SponsoredItem extends SponsoredContent {
  _id: SponsoredId;
  organization: OrganizationId;
  /** Moves on with every change that people make; counting leaves it. */
  version: number;
  status: SponsoredStatus;
  rejectReason: string | null;
  impressions: number;
  clicks: number;
  /** Always budget less impressions: what counting is guarded by. */
  left: number;
  /** Its own id while it is live: by this the live ones are found. */
  live?: SponsoredId;
  /** The room it leads to: another one under the same address later is not meant. */
  room?: string;
  /** The operator's request that it was decided by last: the same one again is answered alike. */
  reviewed?: { id: string; decision: ReviewDecision };
  createdAt: number;
  updatedAt: number;
}

/**
 * A counted impression: the movement of credit and the mark that was used up, in one. It names nobody: the mark is
 * random, and who saw the item is not kept.
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

/** Somebody does not want to see an item any more. */
export interface SponsoredHide {
  _id: string;
  account: string;
  item: SponsoredId;
}

const PICTURES = 'sponsored/';

/** Where the pictures of an organization lie. */
export const sponsoredFolder = (organization: OrganizationId): string => `${PICTURES}${organization}/`;

export const isSponsoredPicture = (key: string): boolean => key.startsWith(PICTURES);

const editable: readonly SponsoredStatus[] = ['draft', 'rejected', 'paused'];

/** Review sees what will be shown, so that what is under review or shown is not touched. */
export const isEditable = ({ status }: Pick<SponsoredItem, 'status'>): boolean => editable.includes(status);

/** Whether anybody can have seen it: a reported item is one that was shown. */
export const wasShown = ({ status, impressions }: Pick<SponsoredItem, 'status' | 'impressions'>): boolean =>
  impressions > 0 || status === 'live' || status === 'paused' || status === 'ended';

/** It has run out of time; its budget is judged where it is counted. */
export const isOver = ({ endsAt }: Pick<SponsoredItem, 'endsAt'>, now: number): boolean =>
  endsAt !== null && endsAt <= now;

export const hasBegun = ({ startsAt }: Pick<SponsoredItem, 'startsAt'>, now: number): boolean =>
  startsAt === null || startsAt <= now;

export type Problems = Record<string, string[]>;

/** What is wrong with its fields together, which none of them tells alone. */
export function contentProblems({ startsAt, endsAt }: Pick<SponsoredContent, 'startsAt' | 'endsAt'>): Problems {
  return startsAt !== null && endsAt !== null && endsAt <= startsAt ? { ends_at: ['must be after starts_at'] } : {};
}

/** What keeps a draft from review. */
export function submitProblems(item: SponsoredItem, now: number): Problems {
  const problems: Problems = {};
  if (item.budget === 0) problems.budget = ['is required'];
  else if (item.left <= 0) problems.budget = ['must be more than the impressions counted so far'];
  if (isOver(item, now)) problems.ends_at = ['must be in the future'];
  return problems;
}
