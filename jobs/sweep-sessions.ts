import type { Session, Users } from '#actors/user/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Reader } from '#src/store/store.js';

export interface SweepSessionsDeps {
  users: Users;
  reader: Reader;
  now(): number;
}

const BATCH_MAX = 200;
const BATCHES_MAX = 50;

/**
 * Removes expired sessions from the store, through their accounts. This only frees space, because every use of a
 * session compares its expiry with the clock. The next run continues with the remaining sessions.
 */
export async function sweepSessions({ users, reader, now }: SweepSessionsDeps): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const range = { index: 'expiry', lte: now(), limit: BATCH_MAX };
    const over = await reader.range<Session>('sessions', range);
    const removed = await sweepEach(users, new Set(over.map(({ account }) => account)));
    swept += removed;
    if (over.length < BATCH_MAX || removed === 0) break;
  }
  return swept;
}

/** Sequential, because no request waits for the sweep. The next run asks an account that cannot answer now. */
async function sweepEach(users: Users, accounts: Set<AccountId>): Promise<number> {
  let removed = 0;
  for (const account of accounts) {
    const answer = await users.tryAsk(account, { type: 'sweep_sessions' });
    if (answer.ok) removed += answer.value;
  }
  return removed;
}
