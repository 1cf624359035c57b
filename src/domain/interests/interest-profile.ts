/**
 * The reading interests of a person, which select the items shown to them. A job builds the profile from reported
 * events. It is kept only while the person consents, and never leaves the service.
 */
import type { AccountId } from '../accounts/account.js';

export const activityLevels = ['low', 'medium', 'high'] as const;
export type ActivityLevel = (typeof activityLevels)[number];

/** Groups of readers that an advertiser can choose, by slug. */
export const segments = {
  deep_reader: { tr: 'Uzun okuyanlar', en: 'Deep readers' },
  explorer: { tr: 'Kaşifler', en: 'Explorers' },
  focused: { tr: 'Tek konuya bağlı okurlar', en: 'Focused readers' },
  night_owl: { tr: 'Gece kuşları', en: 'Night owls' },
  weekend_reader: { tr: 'Hafta sonu okurları', en: 'Weekend readers' },
} as const satisfies Record<string, { tr: string; en: string }>;
export type Segment = keyof typeof segments;

/** In the collection `interestProfiles`. An account without recent events or without consent has none. */
export interface InterestProfile {
  _id: AccountId;
  /** ms since epoch: the profile covers the events up to here. */
  builtAt: number;
  /** Slugs of categories, the strongest first. */
  interests: string[];
  /** Tags, the strongest first. */
  topics: string[];
  activity: ActivityLevel;
  segments: Segment[];
}

/** In the collection `segmentReach`: the number of accounts in a segment, counted when profiles are built. */
export interface SegmentReach {
  _id: Segment;
  reach: number;
  countedAt: number;
}
