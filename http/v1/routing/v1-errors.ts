import type { Context, Middleware, Next } from 'koa';
import type { ErrorLog } from '#http/middleware/errors.js';
import { type Refusal, RefusalError, statusOf } from '#src/errors.js';
import { presentV1Error } from '#src/protocol/v1/v1-error.js';
import { StoreUnavailable } from '#src/store/store.js';

const RETRY_AFTER_MS = 1_000;

/**
 * Turns a thrown error into an answer in the shape of `/v1`. An unexpected error is logged in full and answered without
 * details.
 */
export function renderV1Errors(log: ErrorLog): Middleware {
  return async function renderV1Error(ctx: Context, next: Next) {
    try {
      await next();
    } catch (error) {
      answerV1(ctx, refusalOf(error) ?? unexpected(error, ctx, log));
    }
  };
}

export function answerV1(ctx: Context, refusal: Refusal): void {
  ctx.state.refusal = refusal.code;
  ctx.status = statusOf(refusal.code);
  ctx.set('Cache-Control', 'no-store');
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  // Whole seconds, rounded up: a client that retries then is not refused again.
  if (refusal.retryAfterMs !== undefined) ctx.set('Retry-After', String(Math.ceil(refusal.retryAfterMs / 1_000)));
  ctx.body = { error: presentV1Error(refusal, ctx.state.requestId) };
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RefusalError) return error.refusal;
  return error instanceof StoreUnavailable ? { code: 'unavailable', retryAfterMs: RETRY_AFTER_MS } : null;
}

function unexpected(err: unknown, ctx: Context, log: ErrorLog): Refusal {
  const { requestId, route = 'unmatched' } = ctx.state;
  log.error({ requestId, method: ctx.method, route, err }, 'request failed');
  return { code: 'internal' };
}
