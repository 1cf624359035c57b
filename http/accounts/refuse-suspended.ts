import type { Account } from '#src/domain/accounts/account.js';
import { isSuspended, suspensionDetails } from '#src/domain/accounts/suspension.js';
import { RefusalError } from '#src/errors.js';

export function refuseSuspended(account: Account, now: number): void {
  if (isSuspended(account, now)) throw new RefusalError('account_suspended', suspensionDetails(account));
}
