import type { AccountId } from './account.js';

/** `follower` follows `followee` since `at` (ms). */
export interface Follow {
  _id: string;
  follower: AccountId;
  followee: AccountId;
  at: number;
}
