import type { BotTraits } from './bot.js';
import type { Photo } from './photo.js';

/**
 * Account ids are random UUIDs (version 4): a DM slug carries their first 12 digits, so time-ordered ids would collide.
 */
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

export const BIO_MAX = 200;
export const DM_STAR_COST_MAX = 100_000;
/** The refusal of a paid direct chat policy without a price. */
export const missingPriceMessage = 'must be more than 0 stars';

export const defaultProfile: Readonly<Profile> = {
  bio: null,
  dmPolicy: 'open',
  dmStarCost: 0,
  photoVisibility: 'everyone',
  hiddenProfile: false,
  personalizedAds: true,
};

/** Until its end nothing of the account is accepted. */
export interface Suspension {
  /** ms at which it ends by itself; null: not before an operator lifts it. */
  until: number | null;
  /** For operators only. */
  reason: string;
  /** For the owner of the account; absent if the operator wrote none. */
  publicReason?: string;
  at: number;
}

/** An account as stored. `version` grows with each change and guards the document. */
export interface Account {
  _id: AccountId;
  version: number;
  /** How many writes were made only because the account was there. Says nothing else. */
  requirements?: number;
  /** A one-way keyed fingerprint of the identity; of a developer account, the fingerprint of its name. */
  fingerprint: string;
  developer: boolean;
  username: string | null;
  birthDate: string | null;
  gender: string | null;
  profile: Profile;
  /** The primary photo. The account holds a copy, so that a list of people costs one read of accounts. */
  photo?: Photo | null;
  premium: boolean;
  /**
   * The ids of its push tokens. A token may have moved to another account since: its own document names the account.
   */
  devices?: string[];
  createdAt: number;
  /** Of a bot. */
  bot?: BotTraits;
  /** The bots that it has made. They end with it. */
  bots?: AccountId[];
  /** How often personalized ads were switched off. Events that were reported before the last time are discarded. */
  interestEra?: number;
  /** Absent: not suspended. One that is over stays until the next one or until it is lifted. */
  suspension?: Suspension;
  /** ms of the account deletion. From then on the account does not exist for any reader. */
  leavingAt?: number;
}

/** An account as other accounts see it. */
export interface Person {
  id: AccountId;
  username: string;
}

/** The account that makes a request. It comes from the session, never from a payload. */
export interface Caller {
  accountId: AccountId;
  username: string;
  sessionId: SessionId;
  /** The language of the session's device, if the device sent one. */
  language: Language | null;
  isBot?: true;
}

/** The claims of an identity provider that are stored. */
export interface IdentityClaims {
  birthDate: string | null;
  gender: string | null;
}
