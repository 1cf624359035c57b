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
  followers: number;
  following: number;
  stars: number;
  premium: boolean;
  createdAt: number;
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
