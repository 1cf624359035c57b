/** Sliding-window rate limits of `/v1`, and the headers with the remaining requests. */
import type { Context, Middleware, Next } from 'koa';
import { clientNetwork } from '#http/middleware/client-network.js';
import type { SlidingLimits, SlidingSlot } from '#src/adapters/rate-limits/sliding-limits.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import type { V1Limit } from '#src/protocol/v1/v1-endpoint.js';

const GENERAL: V1Limit = { scope: 'v1', limit: 600, windowMs: 60_000 };

/** Everything that is asked of `/v1`, counted before it is looked at. */
export function limitGenerally(limits: SlidingLimits): Middleware {
  return async function limitV1Requests(ctx: Context, next: Next) {
    await consumeLimit(ctx, limits, GENERAL, clientNetwork(ctx.ip));
    await next();
  };
}

/** The limit for one kind of request, for one network address. */
export function limitPerIp(limits: SlidingLimits, limit: V1Limit): Middleware {
  return async function limitV1Operation(ctx: Context, next: Next) {
    await consumeLimit(ctx, limits, limit, clientNetwork(ctx.ip));
    await next();
  };
}

export async function consumeLimit(
  ctx: Context,
  limits: SlidingLimits,
  { scope, limit, windowMs }: V1Limit,
  key: string,
) {
  refuseWhenExceeded(ctx, await limits.take(scope, key, limit, windowMs), 'rate_limited');
}

export function refuseWhenExceeded(ctx: Context, slot: SlidingSlot, code: ErrorCode): void {
  setLimitHeaders(ctx, slot);
  if (!slot.ok) throw new RefusalError(code, { retryAfterMs: slot.retryAfterMs });
}

/** Of several windows the one that is closest to being full. */
function setLimitHeaders(ctx: Context, { ok, limit, remaining }: SlidingSlot): void {
  const closest: { ok: boolean; remaining: number } | undefined = ctx.state.closestWindow;
  if (closest && ok && closest.remaining <= remaining) return;
  ctx.state.closestWindow = { ok, remaining };
  ctx.set('X-RateLimit-Limit', String(limit));
  ctx.set('X-RateLimit-Remaining', String(remaining));
}
