/**
 * The bot behind a token. Its session is asked of the bot's own actor each time, so that a revoked token is refused from
 * the answer on, on every node. The owner is asked too: a bot acts no longer than its owner may.
 */
import type { Session, Users } from '#actors/user/commands.js';
import { readBotToken } from '#src/adapters/credentials/bot-tokens.js';
import { isSecretOf } from '#src/adapters/credentials/secrets.js';
import type { Account } from '#src/domain/accounts/account.js';
import { TOKEN_USE_INTERVAL_MS } from '#src/domain/accounts/bot.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import { refuseSuspended } from '../accounts/refuse-suspended.js';

export interface AuthenticatedBot {
  account: Account;
  session: Session;
}

/** Refuses with `unauthorized`, or with the suspension of the bot or of its owner. */
export type BotAuthenticator = (token: string) => Promise<AuthenticatedBot>;

export interface BotAuthenticatorDeps {
  users: Users;
  reader: Pick<Reader, 'get'>;
  env: { now(): number };
  /** Whether there are such tokens here (BOTS, WEBHOOKS). */
  isOn: boolean;
  /** Tokens of a room, in place of those of the whole bot. */
  ofRooms?: boolean;
}

export function createBotAuthenticator({
  users,
  reader,
  env,
  isOn,
  ofRooms = false,
}: BotAuthenticatorDeps): BotAuthenticator {
  return async function authenticateBot(token) {
    const named = isOn ? readBotToken(token) : null;
    // An unknown token costs one read, and no actor is made for it.
    const stored = named && (await reader.get<Session>('sessions', named.sessionId));
    if (!named || !stored?.token || stored.account !== named.accountId || !isSecretOf(stored.token.hash, token)) {
      throw new RefusalError('unauthorized');
    }
    const { sessionId, accountId } = named;
    const seen = await users.ask(accountId, { type: 'view_session', sessionId });
    const isMeant = seen?.session.token && (seen.session.token.room !== undefined) === ofRooms;
    if (!seen?.account.bot || !isMeant) throw new RefusalError('unauthorized');
    const now = env.now();
    refuseSuspended(seen.account, now);
    await refuseWithoutOwner(users, seen.account.bot.owner, now);
    if (now - seen.session.lastUsedAt >= TOKEN_USE_INTERVAL_MS) {
      // A lost note costs the time of the last use a minute.
      void users.tryAsk(accountId, { type: 'note_token_use', sessionId });
    }
    return seen;
  };
}

async function refuseWithoutOwner(users: Users, owner: string | null, now: number): Promise<void> {
  if (owner !== null) refuseSuspended(await users.ask(owner, { type: 'view_account' }), now);
}
