import type { Session, Users } from '#actors/user/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Reader } from '#src/store/store.js';

export interface SweepSessionsDeps {
  users: Users;
  reader: Reader;
  now(): number;
}

const BATCH = 200;
const BATCHES_MAX = 50;

/**
 * Sessions that have expired leave the store, through their accounts. It only frees space: whether a session is over
 * is judged by the clock wherever it is used. What one run leaves behind is there for the next.
 */
export async function sweepSessions({ users, reader, now }: SweepSessionsDeps): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const range = { index: 'expiry', lte: now(), limit: BATCH };
    const over = await reader.range<Session>('sessions', range);
    const removed = await sweepEach(users, new Set(over.map(({ account }) => account)));
    swept += removed;
    if (over.length < BATCH || removed === 0) break;
  }
  return swept;
}

/** One after the other: nobody waits for this. An account that cannot answer now is asked again at the next run. */
async function sweepEach(users: Users, accounts: Set<AccountId>): Promise<number> {
  let removed = 0;
  for (const account of accounts) {
    const answer = await users.tryAsk(account, { type: 'sweep_sessions' });
    if (answer.ok) removed += answer.value;
  }
  return removed;
}
