/** The endpoints for the holder of an access token: the account, its sessions, its deletion. */
import type { Context } from 'koa';
import type { Answer } from '#actors/runtime/client.js';
import { noContent, ok, type Reply } from '#http/routing/route.js';
import type { V1Account, V1Session } from '#src/domain/v1/v1-account.js';
import { RefusalError } from '#src/errors.js';
import { v1AccountEndpoints } from '#src/protocol/v1/account-endpoints.js';
import { v1SessionEndpoints } from '#src/protocol/v1/session-endpoints.js';
import type { PasswordCheck } from '../login/password-check.js';
import { languageOf } from '../routing/language.js';
import { type V1Holder, type V1Route, v1Route } from '../routing/v1-route.js';
import type { V1Deps } from '../v1-deps.js';

export function v1OwnRoutes(deps: V1Deps, checkPassword: PasswordCheck): V1Route[] {
  const { addresses } = deps;
  return [
    v1Route(v1AccountEndpoints.me, ({ holder }) => me(deps, holder)),
    v1Route(v1AccountEndpoints.deleteMe, ({ ctx, holder, body }) =>
      deleteMe(deps, checkPassword, ctx, holder, body.password),
    ),
    v1Route(v1SessionEndpoints.sessions, async ({ holder: { accountId, sessionId, address } }) => {
      const sessions = await addresses.ask(address, { type: 'list_sessions', accountId });
      return ok({ sessions: sessions.map((session) => present(session, sessionId)) });
    }),
    v1Route(v1SessionEndpoints.closeSession, async ({ holder: { accountId, address }, params }) => {
      await addresses.ask(address, { type: 'close_listed', accountId, sessionId: params.id ?? '' });
      return noContent();
    }),
  ];
}

async function me({ reader }: V1Deps, { address, accountId }: V1Holder): Promise<Reply> {
  const account = await reader.get<V1Account>('v1Accounts', address);
  if (account?.account !== accountId) throw new RefusalError('session_revoked');
  return ok({
    account: { id: accountId, email: account.email, created_at: new Date(account.createdAt).toISOString() },
  });
}

async function deleteMe(
  deps: V1Deps,
  checkPassword: PasswordCheck,
  ctx: Context,
  holder: V1Holder,
  password: string | undefined,
) {
  const { addresses, env, ports } = deps;
  const { address, accountId, sessionId } = holder;
  const passwordRev = password === undefined ? null : (await checkPassword(ctx, address, password)).passwordRev;
  const proof = { accountId, sessionId, passwordRev };
  const mailOptions = { mail: env.uuid(), language: languageOf(ctx) };
  const answer = await addresses.tryAsk(address, { type: 'delete_account', ...proof, ...mailOptions });
  if (!answer.ok) throw whyNot(answer, password);
  ports.cookies.clear(ctx);
  ports.mails.wake();
  return noContent();
}

/** Without a password only a fresh login could have proven it. */
function whyNot({ ok: _, code, ...details }: Extract<Answer<null>, { ok: false }>, password: string | undefined) {
  if (code !== 'invalid_credentials' || password !== undefined) return new RefusalError(code, details);
  return new RefusalError('validation_failed', { fields: { password: ['is required'] } });
}

const present = ({ _id: id, method, createdAt, lastUsedAt, expiresAt }: V1Session, current: string) => ({
  id,
  method,
  created_at: new Date(createdAt).toISOString(),
  last_used_at: lastUsedAt,
  expires_at: expiresAt,
  current: id === current,
});
