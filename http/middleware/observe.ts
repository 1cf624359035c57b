import type { Context, Middleware, Next } from 'koa';
import type { ErrorCode } from '#src/errors.js';
import type { EdgeEnv } from '../routing/edge-env.js';

export interface RequestLog {
  info(details: object, message: string): void;
}

export interface RequestMetrics {
  http: {
    answered(method: string, route: string, status: number, ms: number): void;
    /** A success was not logged. */
    unlogged(): void;
  };
  refused(entryPoint: 'http', code: ErrorCode): void;
}

/** Which requests are logged: a share of the successes; failures and slow requests always. */
export interface RequestSampling {
  readonly share: number;
  readonly slowMs: number;
}

type Clock = Pick<EdgeEnv, 'monotonic' | 'random'>;

const FAILED = 400;

/** One line and one count per request: no address, no path, no token, no body. A line of a sample tells its share. */
export function observe(
  log: RequestLog,
  metrics: RequestMetrics,
  { monotonic, random }: Clock,
  { share, slowMs }: RequestSampling,
): Middleware {
  function write(ctx: Context, ms: number): void {
    const { route = 'unmatched', refusal, requestId } = ctx.state;
    const isSampled = share < 1 && ctx.status < FAILED && ms < slowMs;
    if (isSampled && random() >= share) return metrics.http.unlogged();
    const line = { requestId, method: ctx.method, route, status: ctx.status, ms: Math.round(ms), refusal };
    log.info(isSampled ? { ...line, share } : line, 'request');
  }

  return async function observeRequest(ctx: Context, next: Next) {
    const start = monotonic();
    try {
      await next();
    } finally {
      const { route = 'unmatched', refusal } = ctx.state;
      const ms = monotonic() - start;
      metrics.http.answered(ctx.method, route, ctx.status, ms);
      if (refusal) metrics.refused('http', refusal);
      write(ctx, ms);
    }
  };
}
