import type { Context, Middleware, Next } from 'koa';
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import type { TokenHolder } from '../routing/route.js';

/** The part of the token adapter that the HTTP layer uses. */
export interface TokenVerifier {
  verifyAccess(
    token: string,
  ):
    | { ok: true; accountId: AccountId; sessionId: SessionId; scope: TokenHolder['scope'] }
    | { ok: false; code: 'unauthorized' | 'token_expired' };
}

const SCHEME = /^Bearer +([^\s]+) *$/i;

/** The account of the access token: `ctx.state.holder`. */
export function bearer(tokens: TokenVerifier): Middleware {
  return function bearerToken(ctx: Context, next: Next) {
    const token = SCHEME.exec(ctx.get('Authorization'))?.[1];
    if (!token) throw new RefusalError('unauthorized');
    const proof = tokens.verifyAccess(token);
    if (!proof.ok) throw new RefusalError(proof.code);
    const { accountId, sessionId, scope } = proof;
    ctx.state.holder = { accountId, sessionId, scope } satisfies TokenHolder;
    return next();
  };
}
