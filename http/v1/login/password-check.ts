/** Verifies the password of an address. Attempts are counted before anything is hashed. */
import type { Context } from 'koa';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import type { V1Account } from '#src/domain/v1/v1-account.js';
import { RefusalError } from '#src/errors.js';
import { FAILURES_MAX, FAILURES_MS } from '#src/protocol/v1/session-endpoints.js';
import { refuseWhenExceeded } from '../routing/rate-limit.js';
import type { V1Deps } from '../v1-deps.js';

export type PasswordCheck = (ctx: Context, address: string, password: string) => Promise<V1Account>;

/** Attempts at one address that may wait; the next one is refused. */
const WAITING_MAX = 200;

type Deps = Pick<V1Deps, 'reader' | 'passwords' | 'locks'>;

/**
 * An attempt takes a place among the counted failures before it is verified, and gives it back when it succeeds: no
 * more than five parallel attempts are verified, on any number of nodes. Attempts on one node run one after the other,
 * so that the place of an attempt still being verified does not refuse the next one.
 */
export function createPasswordCheck(deps: Deps): PasswordCheck {
  const mutex = new KeyedMutex({ waitingMax: WAITING_MAX });
  return (ctx, address, password) => mutex.run([address], () => checkPassword(deps, ctx, address, password));
}

async function checkPassword({ reader, passwords, locks }: Deps, ctx: Context, address: string, password: string) {
  const place = await locks.take('v1-failures', address, FAILURES_MAX, FAILURES_MS);
  if (!place.ok) refuseWhenExceeded(ctx, place, 'too_many_attempts');
  const account = await reader.get<V1Account>('v1Accounts', address);
  let isRight = false;
  try {
    isRight = await passwords.matches(password, account?.passwordHash ?? null);
  } catch (error) {
    // Nothing was verified: the queue was full, or hashing failed.
    await place.giveBack();
    throw error;
  }
  if (!account || !isRight) throw new RefusalError('invalid_credentials');
  await place.giveBack();
  return account;
}
