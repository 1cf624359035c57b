import type { AccountId } from './account.js';

/** `follower` follows `followee` since `at` (ms). There is a document while it lasts, and none before and after. */
export interface Follow {
  _id: string;
  follower: AccountId;
  followee: AccountId;
  at: number;
}

/** How many of an account's followers, and of those it follows, are listed. */
export const FOLLOWS_LISTED_MAX = 200;
/** How many contacts are listed. */
export const CONTACTS_LISTED_MAX = 500;
/** How many people may be asked for by their ids at once. */
export const PEOPLE_ASKED_MAX = 100;
