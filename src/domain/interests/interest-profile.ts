/**
 * What a person reads, as far as it may choose what is shown to them. Built by a job from what their devices reported,
 * kept only while the person allows it; it never leaves the service.
 */
import type { AccountId } from '../accounts/account.js';

export const activityLevels = ['low', 'medium', 'high'] as const;
export type ActivityLevel = (typeof activityLevels)[number];

/** Groups of readers an advertiser may ask for, by slug. */
export const segments = {
  deep_reader: { tr: 'Uzun okuyanlar', en: 'Deep readers' },
  explorer: { tr: 'Kaşifler', en: 'Explorers' },
  focused: { tr: 'Tek konuya bağlı okurlar', en: 'Focused readers' },
  night_owl: { tr: 'Gece kuşları', en: 'Night owls' },
  weekend_reader: { tr: 'Hafta sonu okurları', en: 'Weekend readers' },
} as const satisfies Record<string, { tr: string; en: string }>;
export type Segment = keyof typeof segments;

/** In the collection `interestProfiles`; nobody has one who has read nothing lately, or who does not want it. */
export interface InterestProfile {
  _id: AccountId;
  /** ms since epoch up to which events are in it. */
  builtAt: number;
  /** Slugs of categories that interest the person, the strongest first. */
  interests: string[];
  /** Tags, the strongest first. */
  topics: string[];
  activity: ActivityLevel;
  segments: Segment[];
}

/** In the collection `segmentReach`: how many people are in a segment, counted when profiles are built. */
export interface SegmentReach {
  _id: Segment;
  reach: number;
  countedAt: number;
}
