import type { AccountId } from '#src/domain/accounts/account.js';

/** Who is connected right now. Volatile by promise. */
export interface Presence {
  /** To this node. */
  isOnline(accountId: AccountId): boolean;
  /** Which of these are, to any node. */
  onlineAmong(accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
}
