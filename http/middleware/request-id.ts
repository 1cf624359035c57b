import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { inRequest } from '#src/observability/request-context.js';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/** `x-request-id` on every answer, and in every log line of its work: the client's own when it is a decent one. */
export function requestId(): Middleware {
  return function nameRequest(ctx: Context, next: Next) {
    const given = ctx.get('x-request-id');
    ctx.state.requestId = ACCEPTABLE.test(given) ? given : randomUUID();
    ctx.set('x-request-id', ctx.state.requestId);
    return inRequest({ requestId: ctx.state.requestId }, next);
  };
}
