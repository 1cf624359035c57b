import type { AccountId } from '#src/domain/account.js';

/** Who is connected right now, as far as this node knows. Volatile by promise. */
export interface Presence {
  isOnline(accountId: AccountId): boolean;
}
