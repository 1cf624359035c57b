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
}

export const emptyTally = { stars: 0, followers: 0, following: 0 };
