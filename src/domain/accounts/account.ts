import type { Photo } from './photo.js';

/** Account ids are random UUIDs (version 4): a DM slug carries their first 12 digits, so time-ordered ids would collide. */
export type AccountId = string;
export type SessionId = string;

export type Language = 'tr' | 'en';
export type DmPolicy = 'open' | 'closed' | 'paid';
export type PhotoVisibility = 'everyone' | 'followers' | 'nobody';

export interface Profile {
  bio: string | null;
  dmPolicy: DmPolicy;
  dmStarCost: number;
  photoVisibility: PhotoVisibility;
  hiddenProfile: boolean;
  personalizedAds: boolean;
}

/** Characters of a bio. */
export const BIO_MAX = 200;
export const DM_STAR_COST_MAX = 100_000;
/** Told of a price of nothing for what is to be paid. */
export const unpaidMessage = 'must be more than 0 stars';

export const defaultProfile: Readonly<Profile> = {
  bio: null,
  dmPolicy: 'open',
  dmStarCost: 0,
  photoVisibility: 'everyone',
  hiddenProfile: false,
  personalizedAds: true,
};

/** What the store holds of an account. `version` grows with every change and guards it. */
export interface Account {
  _id: AccountId;
  version: number;
  /** One-way keyed fingerprint of the identity. Developer accounts have one of their name. */
  fingerprint: string;
  developer: boolean;
  username: string | null;
  birthDate: string | null;
  gender: string | null;
  profile: Profile;
  /** The face: the primary photo, kept here too, so that a list of people costs one read of accounts. */
  photo?: Photo | null;
  premium: boolean;
  /** The ids of its push tokens. One of them may be somebody else's by now: the token says whose it is. */
  devices?: string[];
  createdAt: number;
  /** How often personalized ads were switched off: what was reported before the last time is forgotten. */
  interestEra?: number;
  /** ms since when it is being erased; from then on it is nobody's. */
  leavingAt?: number;
}

/** What identifies a person towards others. */
export interface Person {
  id: AccountId;
  username: string;
}

/** Who asks: taken from the session, never from a payload. */
export interface Caller {
  accountId: AccountId;
  username: string;
  sessionId: SessionId;
  /** Language of the session's device, when it told one. */
  language: Language | null;
}

/** What is kept of what a provider says about a person. */
export interface IdentityClaims {
  birthDate: string | null;
  gender: string | null;
}
