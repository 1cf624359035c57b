/** Commands of the erasure about a deleted account. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { CollectionName } from '#src/store/collections.js';

/** How far forgetting has come: behind this document of this collection. */
export interface ScanPosition {
  in: CollectionName;
  after: string;
}

export type AnonymizeCommand =
  /** The account leaves; rooms that it has founded are deleted. Repeating it changes nothing. */
  | { type: 'depart'; account: AccountId }
  /**
   * Replaces the account's name in one batch of the room's documents. `from` null: from the beginning. `isLast`: in the
   * last run of the erasure, which removes the placeholders of the runs before it.
   */
  | {
      type: 'anonymize_account';
      account: AccountId;
      tombstone: string;
      from: ScanPosition | null;
      isLast: boolean;
    };

export interface AnonymizeReplies {
  /** Whether the room is gone. */
  depart: { deleted: boolean };
  /** `found`: how many documents still spoke of the account. */
  anonymize_account: { next: ScanPosition | null; found: number };
}
