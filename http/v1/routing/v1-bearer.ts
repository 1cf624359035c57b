import type { Context, Middleware, Next } from 'koa';
import type { V1Tokens } from '#src/adapters/credentials/v1-tokens.js';
import { isSuspended, suspensionDetails } from '#src/domain/accounts/suspension.js';
import type { V1Session } from '#src/domain/v1/v1-account.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import type { V1Holder } from './v1-route.js';

const SCHEME = /^Bearer +([^\s]+) *$/i;

export interface V1BearerDeps {
  tokens: Pick<V1Tokens, 'verifyAccess'>;
  reader: Reader;
  env: { now(): number };
}

/**
 * Authenticates the holder of the access token. The session is read from the store on each request, so that a closed
 * one is refused at once, on every node.
 */
export function v1Bearer(deps: V1BearerDeps): Middleware {
  return async function v1BearerToken(ctx: Context, next: Next) {
    ctx.state.holder = await holderOf(deps, ctx.get('Authorization'));
    await next();
  };
}

/** The session carries a copy of the suspension, written in the commit of the suspension itself. */
function refuseSuspended({ suspended }: V1Session, now: number): void {
  if (suspended === undefined) return;
  const suspension = { ...suspended, reason: '', at: 0 };
  if (isSuspended({ suspension }, now)) throw new RefusalError('account_suspended', suspensionDetails({ suspension }));
}

async function holderOf({ tokens, reader, env }: V1BearerDeps, header: string): Promise<V1Holder> {
  if (header.trim() === '') throw new RefusalError('unauthorized');
  const proof = tokens.verifyAccess(SCHEME.exec(header)?.[1] ?? '');
  if (!proof.ok) throw new RefusalError('invalid_token');
  const { accountId, sessionId } = proof;
  const session = await reader.get<V1Session>('v1Sessions', sessionId);
  const isOpen = session?.account === accountId && session.closedAt === undefined && env.now() < session.expiresAt;
  if (!session || !isOpen) throw new RefusalError('session_revoked');
  refuseSuspended(session, env.now());
  return { accountId, sessionId, address: session.address };
}
