import type { Context, Middleware, Next } from 'koa';
import type { Users } from '#actors/user/commands.js';
import type { Account, Caller, Language } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { refuseSuspended } from '../accounts/refuse-suspended.js';
import type { TokenHolder } from '../routing/route.js';

/**
 * The caller behind the token, with a chosen username: `ctx.state.caller`. The account is asked every time, so that
 * a name holds from the moment it was chosen, on every device.
 */
export function usernameRequired(users: Users, env: { now(): number }): Middleware {
  return async function chosenUsername(ctx: Context, next: Next) {
    ctx.state.caller = await callerOf(users, ctx.state.holder, env.now());
    await next();
  };
}

async function callerOf(users: Users, holder: TokenHolder, now: number): Promise<Caller> {
  const { account, language } = await whoIs(users, holder);
  refuseSuspended(account, now);
  if (account.username === null) throw new RefusalError('username_required');
  const { accountId, sessionId } = holder;
  const caller: Caller = { accountId, sessionId, username: account.username, language };
  if (account.bot) caller.isBot = true;
  return caller;
}

/** Over REST a token outlives its session: then the account alone answers. An account that is gone has no tokens. */
async function whoIs(users: Users, { accountId, sessionId }: TokenHolder): Promise<Known> {
  const seen = await users.tryAsk(accountId, { type: 'view_session', sessionId });
  if (seen.ok && seen.value) return { account: seen.value.account, language: seen.value.session.language };
  const found = await users.tryAsk(accountId, { type: 'view_account' });
  if (found.ok) return { account: found.value, language: null };
  if (found.code === 'not_found') throw new RefusalError('unauthorized');
  throw new RefusalError(found.code, found);
}

interface Known {
  account: Account;
  language: Language | null;
}
