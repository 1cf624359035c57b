/** Commands about the reading interests of an account. */
import type { SessionId } from '#src/domain/accounts/account.js';
import type { InterestEvent } from '#src/domain/interests/interest-event.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';

export type InterestCommand =
  /** The owner's device: these fit; of so many in all. */
  | { type: 'accept_events'; sessionId: SessionId; events: InterestEvent[]; told: number }
  /** The job: the profile of all events that there were at `stamp`, null when there are none; due again at `dueAt`. */
  | { type: 'keep_profile'; profile: InterestProfile | null; stamp: number; dueAt: number }
  /** From the account and the job: deletes a batch of events that were reported before the profile was switched off. */
  | { type: 'forget_events' };

export interface InterestReplies {
  accept_events: { accepted: number; duplicates: number; ignored: number };
  keep_profile: null;
  /** Whether there is more. */
  forget_events: { more: boolean };
}
