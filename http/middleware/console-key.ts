import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { RefusalError } from '#src/errors.js';
import { clientNetwork } from './client-network.js';
import { spendWindow } from './rate-limit.js';

const SCHEME = /^Bearer +(.+?) *$/i;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Authenticates operators by their key. Digests are compared, so that the time reveals neither the key nor its length.
 */
export function consoleKey(key: string | null, limits: LocalLimits): Middleware {
  const wanted = key === null ? null : digest(key);
  return function operatorsOnly(ctx: Context, next: Next) {
    if (wanted === null) throw new RefusalError('not_found');
    const given = SCHEME.exec(ctx.get('Authorization'))?.[1] ?? '';
    if (!timingSafeEqual(digest(given), wanted)) {
      spendWindow(limits, 'wrong_console_key', clientNetwork(ctx.ip));
      throw new RefusalError('unauthorized');
    }
    return next();
  };
}
