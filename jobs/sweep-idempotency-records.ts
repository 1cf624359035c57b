import { IDEMPOTENCY_RECORD_TTL_MS } from '#actors/runtime/client.js';
import type { Users } from '#actors/user/commands.js';
import type { Reader } from '#src/store/store.js';

export interface SweepIdempotencyRecordsDeps {
  users: Users;
  reader: Reader;
  now(): number;
}

const BATCH_MAX = 500;
const BATCHES_MAX = 50;

type Old = { id: string; at: number }[];

/** Removes idempotency records after a day, through the accounts that made the requests. */
export async function sweepIdempotencyRecords({ users, reader, now }: SweepIdempotencyRecordsDeps): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const range = { index: 'expiry', lte: now() - IDEMPOTENCY_RECORD_TTL_MS, limit: BATCH_MAX };
    const old = await reader.range<{ _id: string; at: number }>('answers', range);
    const removed = await sweepEach(users, byAccount(old));
    swept += removed;
    if (old.length < BATCH_MAX || removed === 0) break;
  }
  return swept;
}

function byAccount(found: { _id: string; at: number }[]): Map<string, Old> {
  const accounts = new Map<string, Old>();
  for (const { _id, at } of found) {
    const account = _id.slice(0, _id.indexOf(':'));
    accounts.set(account, [...(accounts.get(account) ?? []), { id: _id, at }]);
  }
  return accounts;
}

async function sweepEach(users: Users, accounts: Map<string, Old>): Promise<number> {
  let removed = 0;
  for (const [account, answers] of accounts) {
    const answer = await users.tryAsk(account, { type: 'sweep_answers', answers });
    if (answer.ok) removed += answer.value;
  }
  return removed;
}
