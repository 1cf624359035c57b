import type { Context, Middleware, Next } from 'koa';
import { type ErrorCode, type Refusal, RefusalError, statusOf } from '#src/errors.js';
import { presentError } from '#src/protocol/present/error.js';
import { StoreUnavailable } from '#src/store/store.js';

export interface ErrorLog {
  error(details: object, message: string): void;
}

/**
 * Turns a thrown error into an answer of the one error shape. An unexpected error is logged in full and answered
 * without details.
 */
export function renderErrors(log: ErrorLog): Middleware {
  return async function renderError(ctx: Context, next: Next) {
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error) ?? unexpected(error, ctx, log);
      answerRefusal(ctx, refusal);
    }
  };
}

export function answerRefusal(ctx: Context, refusal: Refusal): void {
  ctx.state.refusal = refusal.code;
  ctx.status = statusOf(refusal.code);
  ctx.set('Cache-Control', 'no-store');
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  ctx.body = { error: presentError(refusal) };
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof StoreUnavailable) return { code: 'unavailable', retryAfterMs: 1_000 };
  const code = codeOfStatus((error as { status?: unknown } | null)?.status);
  return code && { code };
}

/** Errors of the body parser have a status. */
function codeOfStatus(status: unknown): ErrorCode | null {
  if (status === 413) return 'payload_too_large';
  if (status === 415) return 'unsupported_media_type';
  return status === 400 ? 'invalid_request' : null;
}

/** Only the cause is logged: errors of libraries also carry bodies and personal data. */
function unexpected(err: unknown, ctx: Context, log: ErrorLog): Refusal {
  const { requestId, route = 'unmatched' } = ctx.state;
  log.error({ requestId, method: ctx.method, route, err }, 'request failed');
  return { code: 'internal_error' };
}
