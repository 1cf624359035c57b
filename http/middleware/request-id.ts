import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { inRequest } from '#src/observability/request-context.js';
import type { Tracing } from '#src/observability/tracing/tracing.js';
import { isProbe } from '#src/protocol/system/system.js';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * `x-request-id` on every answer, and in every log line of its work: the client's own when it is a decent one.
 * `tracing` records the request, too.
 */
export function requestId(tracing: Tracing | null = null): Middleware {
  return function nameRequest(ctx: Context, next: Next) {
    const given = ctx.get('x-request-id');
    const id = ACCEPTABLE.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.set('x-request-id', id);
    if (tracing === null || isProbe(ctx.path)) return inRequest({ requestId: id }, next);
    return inTrace(tracing, ctx, next);
  };
}

/** Route, status and code: neither the path nor anything that people wrote. */
async function inTrace(tracing: Tracing, ctx: Context, next: Next): Promise<void> {
  const { requestId } = ctx.state;
  const span = tracing.root(ctx.method, ctx.get('traceparent'));
  if (span === null) return inRequest({ requestId }, next);
  try {
    await inRequest({ requestId, trace: span.place }, next);
  } finally {
    const { route = 'unmatched', refusal = null } = ctx.state;
    span.rename(`${ctx.method} ${route}`);
    span.set('http.request.method', ctx.method);
    span.set('http.route', route);
    span.set('http.response.status_code', ctx.status);
    span.set('meydan.request_id', requestId);
    span.end(refusal);
  }
}
