/** Logins of `/v1`: by password and by code, renewed, closed. */
import type { Context } from 'koa';
import type { LoggedIn, NewSession } from '#actors/v1/commands.js';
import { noContent, ok, type Reply } from '#http/routing/route.js';
import type { ReadRefresh } from '#src/adapters/credentials/v1-tokens.js';
import type { V1Account, V1Session, V1Token } from '#src/domain/v1/v1-account.js';
import { RefusalError } from '#src/errors.js';
import { v1SessionEndpoints } from '#src/protocol/v1/session-endpoints.js';
import { withMinimumRefusalDuration } from '../routing/constant-time.js';
import { type V1Route, v1Route } from '../routing/v1-route.js';
import type { V1Deps } from '../v1-deps.js';
import type { PasswordCheck } from './password-check.js';
import { bindingOf } from './provider-login.js';

export function v1LoginRoutes(deps: V1Deps, checkPassword: PasswordCheck): V1Route[] {
  return [
    v1Route(v1SessionEndpoints.login, ({ ctx, body }) => logIn(deps, checkPassword, ctx, body)),
    v1Route(v1SessionEndpoints.refresh, ({ ctx, body }) => refresh(deps, ctx, body.refresh_token)),
    v1Route(v1SessionEndpoints.logout, ({ ctx, body }) => logOut(deps, ctx, body.refresh_token)),
    v1Route(v1SessionEndpoints.exchange, ({ ctx, body }) => exchange(deps, ctx, body.code)),
  ];
}

async function logIn(
  deps: V1Deps,
  checkPassword: PasswordCheck,
  ctx: Context,
  body: { email: string; password: string },
) {
  const { addresses, fingerprints } = deps;
  const address = fingerprints.ofAddress(body.email);
  ctx.state.subject = address;
  const account = await withMinimumRefusalDuration(() => checkPassword(ctx, address, body.password));
  if (account.verifiedAt === null) throw new RefusalError('email_not_verified');
  const { passwordRev } = account;
  await strengthen(deps, account, body.password);
  const { session, refreshToken } = newSession(deps);
  const entered = await addresses.ask(address, { type: 'log_in', passwordRev, ...session });
  return pairOf(deps, ctx, entered, refreshToken);
}

/** Hashed with older parameters: the password is known now, and only now. */
async function strengthen({ passwords, addresses }: V1Deps, account: V1Account, password: string): Promise<void> {
  const { _id, passwordHash, passwordRev } = account;
  if (passwordHash === null || !passwords.isWeak(passwordHash)) return;
  const stronger = await passwords.hash(password);
  await addresses.ask(_id, { type: 'rehash', passwordRev, passwordHash: stronger });
}

function newSession({ env, tokens }: V1Deps): { session: NewSession; refreshToken: string } {
  const sessionId = env.uuid();
  const { token, hash, expiresAt } = tokens.newRefresh(sessionId, 0);
  return { session: { sessionId, refreshHash: hash, expiresAt }, refreshToken: token };
}

async function exchange(deps: V1Deps, ctx: Context, code: string): Promise<Reply> {
  const { addresses, reader, tokens, ports } = deps;
  const link = tokens.links.read('code', code);
  const known = link && (await reader.get<V1Token>('v1Tokens', link));
  if (!link || !known) throw new RefusalError('invalid_code');
  ctx.state.subject = known.address;
  const browser = ports.browser.read(ctx);
  const { session, refreshToken } = newSession(deps);
  const boundTo = browser === null ? null : bindingOf(browser);
  const entered = await addresses.ask(known.address, { type: 'exchange_code', link, boundTo, ...session });
  // The browser keeps its secret: a login that it has begun in another tab still needs it.
  return pairOf(deps, ctx, entered, refreshToken);
}

function pairOf(deps: V1Deps, ctx: Context, { session, account }: LoggedIn, refreshToken: string): Reply {
  return ok({ ...presentPair(deps, ctx, session, refreshToken), account });
}

function presentPair({ tokens, config, ports }: V1Deps, ctx: Context, session: V1Session, refreshToken: string) {
  const { token } = tokens.issueAccess(session.account, session._id);
  const isInCookie = ports.cookies.give(ctx, refreshToken, session.expiresAt);
  return {
    access_token: token,
    ...(isInCookie ? {} : { refresh_token: refreshToken }),
    token_type: 'Bearer',
    expires_in: config.v1.accessTokenTtlS,
  };
}

async function refresh(deps: V1Deps, ctx: Context, sent: string | undefined): Promise<Reply> {
  const used = sent ?? deps.ports.cookies.read(ctx);
  const read = used === null ? null : deps.tokens.readRefresh(used);
  const session = read && (await deps.reader.get<V1Session>('v1Sessions', read.sessionId));
  ctx.state.subject = session?.address;
  if (!read || !session) return refuseRefresh(deps, ctx, sent, new RefusalError('invalid_refresh_token'));
  try {
    return await rotate(deps, ctx, read, session.address);
  } catch (error) {
    return refuseRefresh(deps, ctx, sent, error);
  }
}

/** A page cannot throw its cookie away itself. One that another tab is just replacing stays. */
function refuseRefresh({ ports }: V1Deps, ctx: Context, sent: string | undefined, error: unknown): never {
  const isOver = error instanceof RefusalError && isDead(error);
  if (sent === undefined && isOver) ports.cookies.clear(ctx);
  throw error;
}

const isDead = ({ refusal: { code } }: RefusalError): boolean =>
  code === 'invalid_refresh_token' || code === 'refresh_token_reused' || code === 'session_revoked';

async function rotate(deps: V1Deps, ctx: Context, { sessionId, generation, hash }: ReadRefresh, address: string) {
  const next = deps.tokens.newRefresh(sessionId, generation + 1);
  const session = await deps.addresses.ask(address, {
    type: 'rotate',
    sessionId,
    generation,
    usedHash: hash,
    replayMs: deps.config.v1.replayWindowS * 1_000,
    refreshHash: next.hash,
    expiresAt: next.expiresAt,
  });
  if (session === null) throw new RefusalError('refresh_token_reused');
  return ok(presentPair(deps, ctx, session, next.token));
}

async function logOut(deps: V1Deps, ctx: Context, sent: string | undefined): Promise<Reply> {
  const token = sent ?? deps.ports.cookies.read(ctx);
  const read = token === null ? null : deps.tokens.readRefresh(token);
  const session = read && (await deps.reader.get<V1Session>('v1Sessions', read.sessionId));
  if (session) await deps.addresses.ask(session.address, { type: 'close', sessionId: session._id });
  deps.ports.cookies.clear(ctx);
  return noContent();
}
