import type { V1Addresses } from '#actors/v1/commands.js';
import { UNVERIFIED_KEPT_MS, type V1Account, type V1Session, type V1Token } from '#src/domain/v1/v1-account.js';
import type { Reader } from '#src/store/store.js';

export interface SweepAddressesDeps {
  addresses: V1Addresses;
  reader: Reader;
  now(): number;
}

const BATCH_MAX = 200;
const BATCHES_MAX = 50;

/**
 * Removes expired links, codes and sessions of `/v1`, and accounts that were never verified, through their addresses.
 * The first three only free space, because every use compares the expiry with the clock. The next run continues with
 * the remaining documents.
 */
export async function sweepAddresses({ addresses, reader, now }: SweepAddressesDeps): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const range = { index: 'expiry', lte: now(), limit: BATCH_MAX };
    const unverified = { index: 'unverified', prefix: [null], lte: now() - UNVERIFIED_KEPT_MS, limit: BATCH_MAX };
    const over = [
      ...(await reader.range<V1Token>('v1Tokens', range)).map(({ address }) => address),
      ...(await reader.range<V1Session>('v1Sessions', range)).map(({ address }) => address),
      ...(await reader.range<V1Account>('v1Accounts', unverified)).map(({ _id }) => _id),
    ];
    const removed = await sweepEach(addresses, new Set(over));
    swept += removed;
    if (over.length < BATCH_MAX || removed === 0) break;
  }
  return swept;
}

/** Sequential, because no request waits for the sweep. */
async function sweepEach(addresses: V1Addresses, over: Set<string>): Promise<number> {
  let removed = 0;
  for (const address of over) {
    const answer = await addresses.tryAsk(address, { type: 'sweep' });
    if (answer.ok) removed += answer.value;
  }
  return removed;
}
