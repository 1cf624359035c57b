import type { Context, Middleware, Next } from 'koa';
import { RefusalError } from '#src/errors.js';
import type { TokenHolder } from '../routing/route.js';

/** The token of a bot opens only the routes of `isOpenToBots`. */
export function botScope(isOpen: boolean): Middleware {
  return function withinBotScope(ctx: Context, next: Next) {
    const { scope }: TokenHolder = ctx.state.holder;
    if (scope === 'bot' && !isOpen) throw new RefusalError('not_allowed', { message: 'A bot may not do this.' });
    return next();
  };
}
