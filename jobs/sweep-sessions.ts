import type { Session, Users } from '#actors/user/commands.js';
import type { Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { accepted, duePages, idsOf, sweepEach } from './sweep-each.js';

export interface SweepSessionsDeps {
  users: Pick<Users, 'tryAsk'>;
  reader: Reader;
  /** Accounts that failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
}

/**
 * Removes expired sessions from the store, through their accounts. This only frees space, because every use of a
 * session compares its expiry with the clock. The next run continues with the remaining sessions.
 */
export async function sweepSessions(deps: SweepSessionsDeps): Promise<number> {
  const { users, reader, now, putOff = new PutOff(now) } = deps;
  const expired = duePages<Session>(reader, 'sessions', { index: 'expiry', lte: now(), time: 'expiresAt' });
  const sweep = async (account: string) => accepted(await users.tryAsk(account, { type: 'sweep_sessions' }));
  return sweepEach({ pages: idsOf(expired, ({ account }) => account), sweep, putOff, now });
}
