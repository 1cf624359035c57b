import type { AccountId } from './account.js';

/**
 * Numbers of an account that other accounts change too. No actor keeps a tally in memory: guarded increments change it
 * in the transaction of their cause, and readers read it from the store.
 */
export interface Tally {
  _id: AccountId;
  /** The sum of the account's ledger, never below 0. */
  stars: number;
  followers: number;
  following: number;
  /**
   * Grows with each block and each follow. Both change the same document, so a follow and a block of the same account
   * conflict on both engines, and the later transaction sees the earlier one.
   */
  fence?: number;
}

export const emptyTally = { stars: 0, followers: 0, following: 0 };

/** One movement of stars. A repeat has the same id and changes nothing. */
export interface LedgerEntry {
  _id: string;
  account: AccountId;
  /** Negative if spent. */
  delta: number;
  /** The reason: a word that clients know, or an operator's word. */
  reason: string;
  /** Slug of the room that the stars were spent on. */
  relatedRoom: string | null;
  at: number;
}

/** Bound of one grant or deduction by an operator. */
export const STAR_GRANT_MAX = 1_000_000_000;
/** Characters of the reason. */
export const STAR_REASON_MAX = 64;
/** Bound of a list of movements, newest first. */
export const LEDGER_LISTED_MAX = 50;
