import type { AccountId } from '#src/domain/accounts/account.js';

/** The accounts that are connected now. Volatile by contract. */
export interface Presence {
  /** To this node. */
  isOnline(accountId: AccountId): boolean;
  /** The accounts of the list that are connected to any node. */
  onlineAmong(accountIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
}
