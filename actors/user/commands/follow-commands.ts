/** Commands about the follows of an account, from its owner. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Doc } from '#src/store/store.js';

export type FollowCommand =
  /** Twice is once. */
  { type: 'set_follow'; other: AccountId; on: boolean };

export interface FollowReplies {
  set_follow: { following: boolean };
}

/** `active: null` is a tombstone: taken back. */
export interface Block extends Doc {
  account: AccountId;
  other: AccountId;
  active: true | null;
  at: number;
}
