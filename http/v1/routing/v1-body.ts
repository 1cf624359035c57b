import type { Context, Middleware, Next } from 'koa';
import { jsonBody } from '#http/middleware/json-body.js';
import { messageOf, RefusalError } from '#src/errors.js';

const noNext = () => Promise.resolve();

/** As for `/api`, in the words of `/v1`. */
export function v1Body(): Middleware {
  const parse = jsonBody();
  return async function parseV1Body(ctx: Context, next: Next) {
    try {
      await parse(ctx, noNext);
    } catch (error) {
      throw inOwnWords(error);
    }
    await next();
  };
}

function inOwnWords(error: unknown): unknown {
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return new RefusalError('payload_too_large');
  if (status === 415) return new RefusalError('unsupported_media_type');
  if (status === 400) return new RefusalError('invalid_json');
  const isUnread = error instanceof RefusalError && error.refusal.code === 'invalid_request';
  return isUnread ? new RefusalError('invalid_json', { message: messageOf(error.refusal) }) : error;
}
