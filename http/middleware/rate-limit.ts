import type { Context, Middleware, Next } from 'koa';
import { AUTH_REQUESTS_PER_MINUTE } from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';

/** What the edge needs of the limits' adapter: fixed windows. */
export interface WindowLimits {
  take(scope: string, key: string, limit: number, windowMs: number): Promise<{ ok: boolean }>;
}

const MINUTE_MS = 60_000;

/** 20 requests a minute per address on everything under `/api/auth/`, counted before anything else is looked at. */
export function limitAuth(limits: WindowLimits): Middleware {
  return async function limitAuthRequests(ctx: Context, next: Next) {
    if (ctx.path.startsWith('/api/auth/') && ctx.method !== 'OPTIONS') {
      const taken = await limits.take('auth', ctx.ip, AUTH_REQUESTS_PER_MINUTE, MINUTE_MS);
      if (!taken.ok) throw new RefusalError('rate_limited');
    }
    await next();
  };
}
