/** Whom a sponsored item is meant for. What is known of people is compared here and told to nobody. */
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

/** What is known of whoever looks. */
export interface Viewer {
  language: Language | null;
  platform: string | null;
  /** Null for whoever has none, or does not want it used. */
  profile: Pick<InterestProfile, 'interests' | 'activity' | 'segments'> | null;
}

type Targeting = Pick<SponsoredItem, 'languages' | 'platforms' | 'audience'>;

/** Whom an item may reach by what many people have in common. */
export interface Reach extends Pick<Viewer, 'language' | 'platform'> {
  hasProfile: boolean;
}

export const reachOf = ({ language, platform, profile }: Viewer): Reach => ({
  language,
  platform,
  hasProfile: profile !== null,
});

/**
 * Whoever has not told a language or platform is not meant where one is asked for, and whoever has no profile is not
 * meant where there is an audience.
 */
export const mayReach = ({ languages, platforms, audience }: Targeting, to: Reach): boolean =>
  isAmong(languages, to.language) &&
  isAmong<SponsoredPlatform>(platforms, to.platform) &&
  (to.hasProfile || isForEverybody(audience));

/** The rest of it, for somebody whom it may reach. */
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

/** Whether it may be shown at this moment at all. */
export const isRunning = (item: Pick<SponsoredItem, 'status' | 'startsAt' | 'endsAt' | 'left'>, now: number): boolean =>
  item.status === 'live' && item.left > 0 && hasBegun(item, now) && !isOver(item, now);
