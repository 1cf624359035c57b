import type { Users } from '#actors/user/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { EVENTS_KEPT_MS, type StoredEvent } from '#src/domain/interests/interest-event.js';
import type { Reader } from '#src/store/store.js';

export interface SweepEventsDeps {
  users: Pick<Users, 'tryAsk'>;
  reader: Reader;
  now(): number;
}

const BATCH_MAX = 500;
const BATCHES_MAX = 200;

type Old = { id: string; at: number }[];

/** Removes reported events after thirty days, through the accounts that reported them. */
export async function sweepEvents({ users, reader, now }: SweepEventsDeps): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const range = { index: 'expiry', lt: now() - EVENTS_KEPT_MS, limit: BATCH_MAX };
    const old = await reader.range<StoredEvent>('interestEvents', range);
    const removed = await sweepEach(users, byAccount(old));
    swept += removed;
    if (old.length < BATCH_MAX || removed === 0) break;
  }
  return swept;
}

function byAccount(found: StoredEvent[]): Map<AccountId, Old> {
  const accounts = new Map<AccountId, Old>();
  for (const { _id, account, at } of found) {
    const old = accounts.get(account) ?? [];
    accounts.set(account, old);
    old.push({ id: _id, at });
  }
  return accounts;
}

/** Sequential, because no request waits for the sweep. The next run asks an account that cannot answer now. */
async function sweepEach(users: SweepEventsDeps['users'], accounts: Map<AccountId, Old>): Promise<number> {
  let removed = 0;
  for (const [account, events] of accounts) {
    const answer = await users.tryAsk(account, { type: 'sweep_events', events });
    if (answer.ok) removed += answer.value;
  }
  return removed;
}
