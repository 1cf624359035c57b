/** Middleware of the console: the API key, and the format of errors. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { RefusalError, statusOf as statusOfService } from '#src/errors.js';
import { StoreUnavailable } from '#src/store/store.js';
import { ConsoleRefusal, type RefusalCode, refusals, statusOf } from './refusals.js';

export interface ErrorLog {
  error(details: object, message: string): void;
}

const SCHEME = /^Bearer +(.+?) *$/i;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Rejects a request without the key before any route below the prefix runs, so a 404 reveals nothing. The comparison
 * takes constant time.
 */
export function requireKey(prefix: string, key: string): Middleware {
  const wanted = digest(key);
  return function withKeyOnly(ctx: Context, next: Next) {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next();
    const given = SCHEME.exec(ctx.get('Authorization'))?.[1] ?? '';
    if (!timingSafeEqual(digest(given), wanted)) throw new ConsoleRefusal('unauthorized');
    return next();
  };
}

/** Renders errors, and forbids caching of every response. */
export function renderRefusals(log: ErrorLog): Middleware {
  return async function answerRefusal(ctx: Context, next: Next) {
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error) ?? unexpected(error, ctx, log);
      ctx.status = statusOf(refusal.code);
      if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      const { code, message, reason } = refusal;
      ctx.body = { error: { code, message, ...(reason === undefined ? {} : { reason }) } };
    }
  };
}

/** Middleware shared with the service throws the service's errors, which have the same status here. */
function refusalOf(error: unknown): ConsoleRefusal | null {
  if (error instanceof ConsoleRefusal) return error;
  if (error instanceof StoreUnavailable) return new ConsoleRefusal('unavailable');
  if (error instanceof RefusalError) {
    const { code } = error.refusal;
    return new ConsoleRefusal(isOwn(code) ? code : codeOf(statusOfService(code)), { message: error.message });
  }
  const { status } = (error ?? {}) as { status?: unknown };
  return status === 400 || status === 413 || status === 415 ? new ConsoleRefusal(codeOf(status)) : null;
}

const isOwn = (code: string): code is RefusalCode => code in refusals;

function codeOf(status: number): RefusalCode {
  if (status === 413) return 'payload_too_large';
  return status === 415 ? 'unsupported_media_type' : 'invalid_request';
}

function unexpected(err: unknown, ctx: Context, log: ErrorLog): ConsoleRefusal {
  log.error({ method: ctx.method, err }, 'console request failed');
  return new ConsoleRefusal('internal_error');
}
