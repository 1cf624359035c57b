import type { AccountId } from './account.js';

/** `follower` follows `followee` since `at` (ms). The document exists as long as the follow does. */
export interface Follow {
  _id: string;
  follower: AccountId;
  followee: AccountId;
  at: number;
}

/** Bound of a list of followers or of followed accounts. */
export const FOLLOWS_LISTED_MAX = 200;
/** Bound of a list of contacts. */
export const CONTACTS_LISTED_MAX = 500;
/** Bound of the ids in one request for people. */
export const PEOPLE_ASKED_MAX = 100;
