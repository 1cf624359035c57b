/** What a room is asked about an account that is no more. From the erasure alone. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { CollectionName } from '#src/store/collections.js';

/** How far forgetting has come: behind this document of this collection. */
export interface ScanPosition {
  in: CollectionName;
  after: string;
}

export type AnonymizeCommand =
  /** The account leaves; what it has founded goes. Repeating it changes nothing. */
  | { type: 'depart'; account: AccountId }
  /** A batch of what the room holds is gone over; the account's name is replaced. Null: from the beginning. */
  | { type: 'anonymize_account'; account: AccountId; tombstone: string; from: ScanPosition | null };

export interface AnonymizeReplies {
  /** Whether the room is gone. */
  depart: { deleted: boolean };
  /** `found`: how many documents still spoke of the account. */
  anonymize_account: { next: ScanPosition | null; found: number };
}
