/** Accounts as operators see them. */
import type { EdgeEnv } from '#http/routing/edge-env.js';
import type { Account } from '#src/domain/accounts/account.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { presentConsoleAccount, presentSuspension } from '#src/protocol/present/console.js';
import type { Reader } from '#src/store/store.js';

interface AccountViewDeps {
  reader: Reader;
  env: Pick<EdgeEnv, 'now'>;
}

export async function consoleAccountOf({ reader, env }: AccountViewDeps, account: Account) {
  const tally = (await reader.get<Tally>('tallies', account._id)) ?? emptyTally;
  return presentConsoleAccount(account, tally, env.now());
}

/** For the audit row: the suspension that the action replaces. */
export const suspensionBefore = (account: Pick<Account, 'suspension'>, now: number): Record<string, unknown> => ({
  suspension: isSuspended(account, now) ? presentSuspension(account) : null,
});
