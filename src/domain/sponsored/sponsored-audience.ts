/** The audience of a sponsored item. The data of people is compared here and never leaves the service. */
import type { Language } from '../accounts/account.js';
import type { ActivityLevel, InterestProfile } from '../interests/interest-profile.js';
import {
  hasBegun,
  isOver,
  type SponsoredAudience,
  type SponsoredItem,
  type SponsoredPlatform,
  type WantedActivity,
  wantedActivities,
} from './sponsored.js';

export const INTERESTS_MAX = 20;
export const INTEREST_CHARS_MAX = 64;

export const everybody = (): SponsoredAudience => ({ interests: [], activity: 'any', segments: [] });

export const isForEverybody = ({ interests, activity, segments }: SponsoredAudience): boolean =>
  interests.length === 0 && activity === 'any' && segments.length === 0;

/** The known data of a reader. */
export interface Viewer {
  language: Language | null;
  platform: string | null;
  /** Null without a profile or without consent. */
  profile: Pick<InterestProfile, 'interests' | 'activity' | 'segments'> | null;
}

type Targeting = Pick<SponsoredItem, 'languages' | 'platforms' | 'audience'>;

/** The properties that many readers share. */
export interface Reach extends Pick<Viewer, 'language' | 'platform'> {
  hasProfile: boolean;
}

export const reachOf = ({ language, platform, profile }: Viewer): Reach => ({
  language,
  platform,
  hasProfile: profile !== null,
});

/**
 * Whether an item may be offered to readers of this group. A reader without a known language or platform is left out if
 * the item asks for one. A reader without a profile is left out if the item has an audience.
 */
export const mayReach = ({ languages, platforms, audience }: Targeting, to: Reach): boolean =>
  isAmong(languages, to.language) &&
  isAmong<SponsoredPlatform>(platforms, to.platform) &&
  (to.hasProfile || isForEverybody(audience));

/** The rest of the check, for one reader for whom `mayReach` is true. */
export const isWanted = ({ audience }: Pick<Targeting, 'audience'>, { profile }: Viewer): boolean =>
  isForEverybody(audience) || (profile !== null && fitsAudience(audience, profile));

const isAmong = <T extends string>(wanted: readonly T[], value: string | null): boolean =>
  wanted.length === 0 || (value !== null && (wanted as readonly string[]).includes(value));

function fitsAudience(wanted: SponsoredAudience, profile: NonNullable<Viewer['profile']>): boolean {
  return (
    (wanted.interests.length === 0 || wanted.interests.some((slug) => profile.interests.includes(slug))) &&
    isActiveEnough(wanted.activity, profile.activity) &&
    wanted.segments.every((segment) => profile.segments.includes(segment))
  );
}

const isActiveEnough = (least: WantedActivity, activity: ActivityLevel): boolean =>
  wantedActivities.indexOf(activity) >= wantedActivities.indexOf(least);

/** Whether the item may be shown at this moment. */
export const isRunning = (item: Pick<SponsoredItem, 'status' | 'startsAt' | 'endsAt' | 'left'>, now: number): boolean =>
  item.status === 'live' && item.left > 0 && hasBegun(item, now) && !isOver(item, now);
