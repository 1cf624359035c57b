import type { Context, Middleware, Next } from 'koa';
import type { Users } from '#actors/user/commands.js';
import { RefusalError } from '#src/errors.js';

/**
 * The caller behind a session that linking has made: `ctx.state.caller`. The session is looked for at each request, so
 * that unlinking cuts it at once, however long its token would be good for.
 */
export function panelSession(users: Users): Middleware {
  return async function linkedPanel(ctx: Context, next: Next) {
    const { holder } = ctx.state;
    const seen = await users.tryAsk(holder.accountId, { type: 'view_session', sessionId: holder.sessionId });
    if (!seen.ok) throw new RefusalError(seen.code === 'not_found' ? 'unauthorized' : seen.code, seen);
    if (!seen.value?.session.panel) throw new RefusalError('unauthorized');
    const { account, session } = seen.value;
    if (account.username === null) throw new RefusalError('username_required');
    ctx.state.caller = { ...holder, username: account.username, language: session.language };
    await next();
  };
}
