import type { Context, Middleware, Next } from 'koa';

const path = /^\/i\/([A-Za-z0-9_-]{1,64})$/;

/**
 * `/i/{code}`: an invite leads to the page, which shows the room and asks to join. The page says whether it is still
 * valid.
 */
export function inviteLinks(): Middleware {
  return async function followInvite(ctx: Context, next: Next) {
    const code = path.exec(ctx.path)?.[1];
    if (!code || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state.route = '/i/{code}';
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect(`/#/i/${code}`);
  };
}
