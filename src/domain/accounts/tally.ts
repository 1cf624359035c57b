import type { AccountId } from './account.js';

/**
 * Numbers about an account that others change too. They are no part of any actor's memory: each is changed by guarded
 * increments in the transaction of what it counts, and read from the store.
 */
export interface Tally {
  _id: AccountId;
  /** Always the sum of the account's ledger. Never below 0. */
  stars: number;
  followers: number;
  following: number;
  /**
   * Moves on with every block. A follow counts up here as well, so the two never happen side by side, on no engine:
   * whichever comes second sees the first.
   */
  fence?: number;
}

export const emptyTally = { stars: 0, followers: 0, following: 0 };

/** One movement of stars. Whoever does the same thing again comes with the same id, and nothing moves. */
export interface LedgerEntry {
  _id: string;
  account: AccountId;
  /** Negative: spent. */
  delta: number;
  /** Why: a word that clients know, or one of an operator's. */
  reason: string;
  /** Slug of the room it was for. */
  relatedRoom: string | null;
  at: number;
}

/** What an operator may give or take at once. */
export const STAR_GRANT_MAX = 1_000_000_000;
/** Characters of the word for why. */
export const STAR_REASON_MAX = 64;
/** Of the newest movements, how many are listed. */
export const LEDGER_LISTED_MAX = 50;
