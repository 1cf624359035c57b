/** Commands about the profile of an account, from its owner. */
import type { Account, Profile } from '#src/domain/accounts/account.js';

export type ProfileCommand =
  /** A field that is left out stays. */
  { type: 'change_profile'; changes: Partial<Profile> };

export interface ProfileReplies {
  change_profile: Account;
}
