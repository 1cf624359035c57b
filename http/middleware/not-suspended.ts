import type { Context, Middleware, Next } from 'koa';
import type { Users } from '#actors/user/commands.js';
import { refuseSuspended } from '../accounts/refuse-suspended.js';
import type { TokenHolder } from '../routing/route.js';

/**
 * For endpoints that ask nothing else of the account. The account's own actor answers, on whatever node it is, so that
 * a suspension holds on every node from its answer on.
 */
export function notSuspended(users: Users, env: { now(): number }): Middleware {
  return async function withoutSuspension(ctx: Context, next: Next) {
    const { accountId }: TokenHolder = ctx.state.holder;
    refuseSuspended(await users.ask(accountId, { type: 'view_account' }), env.now());
    await next();
  };
}
