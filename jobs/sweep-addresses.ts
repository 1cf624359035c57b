import type { V1Addresses } from '#actors/v1/commands.js';
import { UNVERIFIED_KEPT_MS, type V1Account, type V1Session, type V1Token } from '#src/domain/v1/v1-account.js';
import type { Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { accepted, duePages, idsOf, sweepEach } from './sweep-each.js';

export interface SweepAddressesDeps {
  addresses: Pick<V1Addresses, 'tryAsk'>;
  reader: Reader;
  /** Addresses that failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
}

/**
 * Removes expired links, codes and sessions of `/v1`, and accounts that were never verified, through their addresses.
 * The first three only free space, because every use compares the expiry with the clock. The next run continues with
 * the remaining documents.
 */
export async function sweepAddresses(deps: SweepAddressesDeps): Promise<number> {
  const { addresses, reader, now, putOff = new PutOff(now) } = deps;
  const sweep = async (address: string) => accepted(await addresses.tryAsk(address, { type: 'sweep' }));
  return sweepEach({ pages: overIn(reader, now()), sweep, putOff, now });
}

async function* overIn(reader: Reader, now: number): AsyncGenerator<string[]> {
  const expired = { index: 'expiry', lte: now, time: 'expiresAt' };
  yield* idsOf(duePages<V1Token>(reader, 'v1Tokens', expired), ({ address }) => address);
  yield* idsOf(duePages<V1Session>(reader, 'v1Sessions', expired), ({ address }) => address);
  const unverified = { index: 'unverified', prefix: [null], lte: now - UNVERIFIED_KEPT_MS, time: 'createdAt' };
  yield* idsOf(duePages<V1Account>(reader, 'v1Accounts', unverified), ({ _id }) => _id);
}
