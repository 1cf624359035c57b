/** Commands about what an account says of itself, from its owner. */
import type { Account, Profile } from '#src/domain/accounts/account.js';

export type ProfileCommand =
  /** What is not named stays. */
  { type: 'change_profile'; changes: Partial<Profile> };

export interface ProfileReplies {
  change_profile: Account;
}
