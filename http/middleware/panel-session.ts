import type { Context, Middleware, Next } from 'koa';
import type { Session, Users } from '#actors/user/commands.js';
import type { Account } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { refuseSuspended } from '../accounts/refuse-suspended.js';
import type { TokenHolder } from '../routing/route.js';

/**
 * The caller behind a session that linking has made: `ctx.state.caller`. The session is looked for at each request, so
 * that unlinking cuts it at once, however long its token would be good for.
 */
export function panelSession(users: Users, env: { now(): number }): Middleware {
  return async function linkedPanel(ctx: Context, next: Next) {
    const { accountId, sessionId }: TokenHolder = ctx.state.holder;
    const { account, session } = await livingPanel(users, ctx.state.holder);
    refuseSuspended(account, env.now());
    if (account.username === null) throw new RefusalError('username_required');
    ctx.state.caller = { accountId, sessionId, username: account.username, language: session.language };
    await next();
  };
}

/**
 * In front of routes outside the panel: the token of a panel opens only routes for which `isOpenToPanels` holds, and
 * only while its session exists. Tokens of the app pass.
 */
export function panelScope(users: Users, isOpen: boolean): Middleware {
  return async function withinPanelScope(ctx: Context, next: Next) {
    const holder: TokenHolder = ctx.state.holder;
    if (holder.scope === 'panel') {
      const { session } = await livingPanel(users, holder);
      if (!isOpen) throw new RefusalError('not_allowed', { message: 'A linked panel may not do this.' });
      ctx.state.holder = { ...holder, panelLink: session.panel };
    }
    await next();
  };
}

async function livingPanel(users: Users, { accountId, sessionId }: TokenHolder): Promise<Living> {
  const seen = await users.tryAsk(accountId, { type: 'view_session', sessionId });
  if (!seen.ok) throw new RefusalError(seen.code === 'not_found' ? 'unauthorized' : seen.code, seen);
  if (!seen.value?.session.panel) throw new RefusalError('unauthorized');
  return seen.value;
}

interface Living {
  account: Account;
  session: Session;
}
