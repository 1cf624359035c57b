/** Commands about whom an account follows, from its owner. */
import type { AccountId } from '#src/domain/accounts/account.js';

export type FollowCommand =
  /** Twice is once. */
  { type: 'set_follow'; other: AccountId; on: boolean };

export interface FollowReplies {
  set_follow: { following: boolean };
}
