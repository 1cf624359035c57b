import type { Context } from 'koa';
import type { Accounts, Identity, Session, Users } from '#actors/user/commands.js';
import { accessOptions } from '#http/accounts/access-options.js';
import { idempotencyKey } from '#http/idempotency/idempotency-key.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { noContent, ok, type Reply, type Route, route } from '#http/routing/route.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import type { ExchangeRequest, IdentityProvider } from '#src/adapters/identity/identity-provider.js';
import type { Config } from '#src/config/config.js';
import type { SecurityEvent } from '#src/domain/accounts/security-events.js';
import { RefusalError } from '#src/errors.js';
import { authEndpoints, type IdentityLoginBody } from '#src/protocol/accounts/auth.js';
import { presentTokenPair } from '#src/protocol/present/token-pair.js';
import type { Reader } from '#src/store/store.js';
import { ownAccount } from './own-account.js';

export interface AuthRoutesDeps {
  users: Users;
  accounts: Accounts;
  tokens: Tokens;
  fingerprints: Fingerprints;
  /** Null where none is set up. */
  identityProvider: IdentityProvider | null;
  /** DEV_LOGIN: off, there is no such path. */
  devLogin: boolean;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  env: EdgeEnv;
  config: Pick<Config, 'sessionMaxAgeS'>;
  /** Why the provider was of no use, for operators; never codes, tokens or people. */
  onProviderError?: (code: string, detail: string) => void;
}

export function authRoutes(deps: AuthRoutesDeps): Route[] {
  const { fingerprints } = deps;
  const routes = [
    route(authEndpoints.loginIdentity, async ({ ctx, body }) =>
      logIn(deps, ctx, await identityOf(deps, exchangeOf(body))),
    ),
    route(authEndpoints.refresh, ({ body, ctx }) => refresh(deps, ctx, body.refresh_token)),
    route(authEndpoints.logout, ({ body }) => logOut(deps, body.refresh_token)),
  ];
  if (!deps.devLogin) return routes;
  const developer = (name: string): Identity => {
    return { fingerprint: fingerprints.ofDeveloper(name), developer: true, birthDate: null, gender: null };
  };
  return [...routes, route(authEndpoints.loginDeveloper, ({ ctx, body }) => logIn(deps, ctx, developer(body.name)))];
}

async function identityOf(deps: AuthRoutesDeps, request: ExchangeRequest): Promise<Identity> {
  const { identityProvider, fingerprints, onProviderError } = deps;
  if (!identityProvider) throw new RefusalError('idp_not_configured');
  const result = await identityProvider.exchange(request);
  if (!result.ok) {
    onProviderError?.(result.code, result.detail);
    throw new RefusalError(result.code);
  }
  const { issuer, subject, birthDate, gender } = result;
  return { fingerprint: fingerprints.ofIdentity(issuer, subject), developer: false, birthDate, gender };
}

async function logIn(deps: AuthRoutesDeps, ctx: Context, identity: Identity): Promise<Reply> {
  const { users, accounts, tokens, env } = deps;
  const { accountId, created } = await accounts.enter(identity);
  ctx.state.subject = accountId;
  const sessionId = env.uuid();
  const refreshToken = tokens.newRefresh(sessionId);
  const { account, session } = await users.ask(accountId, {
    type: 'open_session',
    sessionId,
    refreshHash: refreshToken.hash,
    refreshExpiresAt: refreshToken.expiresAt,
    claims: { birthDate: identity.birthDate, gender: identity.gender },
  });
  const pair = pairOf(deps, session, refreshToken.token);
  return { status: created ? 201 : 200, body: { ...pair, account: await ownAccount(deps, account) } };
}

async function refresh(deps: AuthRoutesDeps, ctx: Context, usedToken: string): Promise<Reply> {
  const { users, tokens } = deps;
  const key = idempotencyKey(ctx.headers);
  const known = await sessionOf(deps, usedToken);
  if (!known) throw new RefusalError('invalid_refresh_token');
  const { sessionId, accountId, hash: usedHash, isGenuine } = known;
  ctx.state.subject = accountId;
  const next = tokens.newRefresh(sessionId, key === null ? undefined : { usedToken, key });
  const { session } = await users.ask(accountId, {
    type: 'rotate_session',
    sessionId,
    usedHash,
    isGenuine,
    refreshHash: next.hash,
    refreshExpiresAt: next.expiresAt,
  });
  // The token was used before, outside the grace period: it may be stolen. The session is closed now.
  if (session === null) {
    ctx.state.securityEvent = 'refresh_reused' satisfies SecurityEvent;
    throw new RefusalError('invalid_refresh_token');
  }
  return ok(pairOf(deps, session, next.token));
}

async function logOut(deps: AuthRoutesDeps, usedToken: string): Promise<Reply> {
  const known = await sessionOf(deps, usedToken);
  if (known) {
    const { sessionId, accountId, hash, isGenuine } = known;
    const used = { hash, isGenuine };
    await deps.users.ask(accountId, { type: 'close_session', sessionId, used });
  }
  return noContent();
}

/**
 * Which session a refresh token speaks of, and whose that is. Whether the token is any good is the account's to say.
 */
async function sessionOf({ tokens, reader }: AuthRoutesDeps, token: string) {
  const read = tokens.readRefresh(token);
  const session = read && (await reader.get<Session>('sessions', read.sessionId));
  return session ? { ...read, accountId: session.account } : null;
}

/** Derived from the session, so that a repetition gives the same pair. */
function pairOf({ tokens, env, config }: AuthRoutesDeps, session: Session, refreshToken: string) {
  const access = tokens.issueAccess(session.account, session._id, accessOptions(session, config.sessionMaxAgeS));
  const refreshed = { token: refreshToken, expiresAt: session.refreshExpiresAt };
  return presentTokenPair({ access, refresh: refreshed }, env.now());
}

function exchangeOf({ code, redirect_uri, code_verifier, nonce }: IdentityLoginBody): ExchangeRequest {
  return { code, redirectUri: redirect_uri, codeVerifier: code_verifier, ...(nonce !== undefined && { nonce }) };
}
