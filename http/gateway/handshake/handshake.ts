import type { Cause } from '#actors/runtime/client.js';
import type { Users } from '#actors/user/commands.js';
import type { BotAuthenticator } from '#http/bots/authenticate-bot.js';
import { readBotToken } from '#src/adapters/credentials/bot-tokens.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import type { AccountId, Caller, SessionId } from '#src/domain/accounts/account.js';
import { NEVER_MS } from '#src/domain/accounts/bot.js';
import { isSuspended, suspensionDetails } from '#src/domain/accounts/suspension.js';
import { RefusalError } from '#src/errors.js';
import type { Connections } from '../connection/connections.js';

export const SOCKETS_PER_SESSION_MAX = 10;
const DEADLINE_MS = 8_000;

export interface HandshakeDeps {
  users: Users;
  tokens: Pick<Tokens, 'verifyAccess'>;
  authenticateBot: BotAuthenticator;
  connections: Connections;
  env: { now(): number };
  isDraining(): boolean;
}

/** The data that a client sends in a handshake. */
export interface Credentials {
  auth: Record<string, unknown>;
  query: Record<string, unknown>;
}

export interface Admitted {
  caller: Caller;
  /** ms since epoch. */
  expiresAt: number;
  /** Of the handshake, and of the connection that it becomes. */
  number?: number;
  /** The place of the handshake in a trace. */
  trace?: string | undefined;
}

interface Pending {
  accountId: AccountId;
  sessionId: SessionId;
  isRevoked: boolean;
  /** A name chosen while the handshake was under way. */
  username: string | null;
}

interface Named {
  accountId: AccountId;
  sessionId: SessionId;
  expiresAt: number;
  botToken?: string;
}

/** Authorizes a connection. A refusal is thrown; its code reaches the client in `connect_error`. */
export class Handshake {
  readonly #deps: HandshakeDeps;
  /** Sockets that are not in `connections` yet: events about them must not be missed. */
  readonly #pending = new Set<Pending>();

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
  }

  /** `enter` runs at once when all is well, before anything else can happen to the session. */
  async admit(credentials: Credentials, enter: (admitted: Admitted) => void, cause?: Cause): Promise<void> {
    if (this.#deps.isDraining()) throw new RefusalError('unavailable');
    const { accountId, sessionId, expiresAt, botToken } = this.#verify(credentials);
    const pending: Pending = { accountId, sessionId, isRevoked: false, username: null };
    this.#pending.add(pending);
    try {
      enter({ caller: await this.#callerOf(pending, botToken, cause), expiresAt });
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** The session must exist, independent of the token; refused otherwise. */
  async #callerOf(pending: Pending, botToken: string | undefined, cause: Cause | undefined): Promise<Caller> {
    const { accountId, sessionId } = pending;
    const found = await this.#sessionOf(pending, botToken, cause);
    if (!found || pending.isRevoked) throw new RefusalError('unauthorized');
    const now = this.#deps.env.now();
    if (isSuspended(found.account, now)) {
      throw new RefusalError('account_suspended', suspensionDetails(found.account));
    }
    if (found.session.panel !== undefined) {
      throw new RefusalError('not_allowed', { message: 'A linked panel has no socket.' });
    }
    if (this.#deps.isDraining()) throw new RefusalError('unavailable');
    const username = pending.username ?? found.account.username;
    if (username === null) throw new RefusalError('username_required');
    this.#refuseTooMany(accountId, sessionId);
    const caller: Caller = { accountId, username, sessionId, language: found.session.language };
    if (found.account.bot) caller.isBot = true;
    return caller;
  }

  async #sessionOf({ accountId, sessionId }: Pending, botToken: string | undefined, cause: Cause | undefined) {
    if (botToken !== undefined) return this.#deps.authenticateBot(botToken);
    const asking = { deadlineMs: DEADLINE_MS, ...(cause && { cause }) };
    return this.#deps.users.ask(accountId, { type: 'view_session', sessionId }, asking);
  }

  revoke(account: AccountId, sessions: SessionId[] | 'all'): void {
    for (const pending of this.#pending) {
      const isMeant = sessions === 'all' || sessions.includes(pending.sessionId);
      if (pending.accountId === account && isMeant) pending.isRevoked = true;
    }
  }

  rename(account: AccountId, username: string): void {
    for (const pending of this.#pending) if (pending.accountId === account) pending.username = username;
  }

  /** A token of a bot names its bot here; it is proven once events about the session cannot be missed. */
  #verify({ auth, query }: Credentials): Named {
    if ('token' in query || 'access_token' in query) {
      // An address ends up in logs and histories.
      throw new RefusalError('unauthorized', { message: 'The token belongs into auth, never into the address.' });
    }
    const { token } = auth;
    if (typeof token !== 'string') throw new RefusalError('unauthorized');
    const bot = readBotToken(token);
    if (bot) return { ...bot, expiresAt: NEVER_MS, botToken: token };
    const verified = this.#deps.tokens.verifyAccess(token);
    if (!verified.ok) throw new RefusalError(verified.code);
    return verified;
  }

  #refuseTooMany(account: AccountId, session: SessionId): void {
    if (this.#deps.connections.countOfSession(account, session) < SOCKETS_PER_SESSION_MAX) return;
    throw new RefusalError('rate_limited', {
      message: `A session has at most ${SOCKETS_PER_SESSION_MAX} sockets. Close one first.`,
    });
  }
}
