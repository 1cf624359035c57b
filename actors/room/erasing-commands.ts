/** What a room is asked about an account that is no more. From the erasure alone. */
import type { AccountId } from '#src/domain/account.js';
import type { CollectionName } from '#src/store/collections.js';

/** How far forgetting has come: behind this document of this collection. */
export interface Place {
  in: CollectionName;
  after: string;
}

export type ErasingCommand =
  /** The account leaves; what it has founded goes. Repeating it changes nothing. */
  | { type: 'depart'; account: AccountId }
  /** A batch of what the room holds is gone over; the account's name is replaced. Null: from the beginning. */
  | { type: 'forget_account'; account: AccountId; tombstone: string; from: Place | null };

export interface ErasingReplies {
  /** Whether the room is gone. */
  depart: { deleted: boolean };
  /** `found`: how many documents still spoke of the account. */
  forget_account: { next: Place | null; found: number };
}
