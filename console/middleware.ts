/** Middleware of the console: the key, and the shape of refusals. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { RefusalError, statusOf as statusOfService } from '#src/errors.js';
import { StoreUnavailable } from '#src/store/store.js';
import { ConsoleRefusal, type RefusalCode, refusals, statusOf } from './refusals.js';

export interface ErrorLog {
  error(details: object, message: string): void;
}

const SCHEME = /^Bearer +(.+?) *$/i;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Before anything else below this path is told, also whether there is anything. Compared in constant time. */
export function requireKey(prefix: string, key: string): Middleware {
  const wanted = digest(key);
  return function withKeyOnly(ctx: Context, next: Next) {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return next();
    const given = SCHEME.exec(ctx.get('Authorization'))?.[1] ?? '';
    if (!timingSafeEqual(digest(given), wanted)) throw new ConsoleRefusal('unauthorized');
    return next();
  };
}

/** No answer of the console is kept by anybody on its way. */
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

/** Middleware shared with the service refuses in the service's words, which have the same status here. */
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
