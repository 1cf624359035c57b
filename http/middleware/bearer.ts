import type { Context, Middleware, Next } from 'koa';
import type { BotAuthenticator } from '#http/bots/authenticate-bot.js';
import { isBotToken } from '#src/adapters/credentials/bot-tokens.js';
import type { SessionScope } from '#src/adapters/credentials/tokens.js';
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import type { TokenHolder } from '../routing/route.js';

/** The part of the token adapter that the HTTP layer uses. */
export interface TokenVerifier {
  verifyAccess(
    token: string,
  ):
    | { ok: true; accountId: AccountId; sessionId: SessionId; scope: SessionScope }
    | { ok: false; code: 'unauthorized' | 'token_expired' };
}

const SCHEME = /^Bearer +([^\s]+) *$/i;

/** The account of the access token, or the bot of its token: `ctx.state.holder`. */
export function bearer(tokens: TokenVerifier, authenticateBot: BotAuthenticator): Middleware {
  return function bearerToken(ctx: Context, next: Next) {
    const token = SCHEME.exec(ctx.get('Authorization'))?.[1];
    if (!token) throw new RefusalError('unauthorized');
    if (isBotToken(token)) return withBot(ctx, authenticateBot(token), next);
    const proof = tokens.verifyAccess(token);
    if (!proof.ok) throw new RefusalError(proof.code);
    const { accountId, sessionId, scope } = proof;
    ctx.state.holder = { accountId, sessionId, scope } satisfies TokenHolder;
    return next();
  };
}

async function withBot(ctx: Context, authenticated: ReturnType<BotAuthenticator>, next: Next): Promise<void> {
  const { account, session } = await authenticated;
  ctx.state.holder = { accountId: account._id, sessionId: session._id, scope: 'bot' } satisfies TokenHolder;
  await next();
}
