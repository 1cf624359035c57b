import type { Context, Middleware, Next } from 'koa';
import type { ErrorCode } from '#src/errors.js';

export interface RequestLog {
  info(details: object, message: string): void;
}

export interface AnsweredRequest {
  method: string;
  /** The route's pattern, never the path: paths hold names. */
  route: string;
  status: number;
  ms: number;
  code: ErrorCode | undefined;
}

export interface HttpMetrics {
  answered(request: AnsweredRequest): void;
}

/** One line and one count per request: no address, no path, no token, no body. */
export function observe(log: RequestLog, metrics: HttpMetrics, monotonic: () => number): Middleware {
  return async function observeRequest(ctx: Context, next: Next) {
    const start = monotonic();
    try {
      await next();
    } finally {
      const { route = 'unmatched', refusal: code, requestId } = ctx.state;
      const answered = { method: ctx.method, route, status: ctx.status, ms: monotonic() - start, code };
      metrics.answered(answered);
      log.info({ requestId, ...answered }, 'request');
    }
  };
}
