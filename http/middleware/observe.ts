import type { Context, Middleware, Next } from 'koa';
import type { ErrorCode } from '#src/errors.js';

export interface RequestLog {
  info(details: object, message: string): void;
}

export interface RequestMetrics {
  http: { answered(method: string, route: string, status: number, ms: number): void };
  refused(entryPoint: 'http', code: ErrorCode): void;
}

/** One line and one count per request: no address, no path, no token, no body. */
export function observe(log: RequestLog, metrics: RequestMetrics, monotonic: () => number): Middleware {
  return async function observeRequest(ctx: Context, next: Next) {
    const start = monotonic();
    try {
      await next();
    } finally {
      const { route = 'unmatched', refusal, requestId } = ctx.state;
      const ms = monotonic() - start;
      metrics.http.answered(ctx.method, route, ctx.status, ms);
      if (refusal) metrics.refused('http', refusal);
      log.info({ requestId, method: ctx.method, route, status: ctx.status, ms: Math.round(ms), refusal }, 'request');
    }
  };
}
