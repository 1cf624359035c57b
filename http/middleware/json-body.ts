import type { Context, Middleware, Next } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { JSON_DEPTH_MAX, REST_BODY_BYTES_MAX } from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';

const noNext = () => Promise.resolve();

/** A JSON object, or nothing at all, which counts as an empty one. */
export function jsonBody(): Middleware {
  const parse = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonTypes: ['application/json'],
    jsonLimit: REST_BODY_BYTES_MAX,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  });
  return async function parseJsonBody(ctx: Context, next: Next) {
    ctx.request.body = {};
    if (bringsBody(ctx)) {
      if (!ctx.request.is('application/json')) throw new RefusalError('unsupported_media_type');
      await readWhole(ctx, parse(ctx, noNext));
      refuseOddShapes(ctx.request.body);
    }
    await next();
  };
}

/**
 * A body that was given up half-read would block its connection for whatever comes next on it: the rest is let go and
 * the connection closed. Bytes that are not packed as they say come as errors of zlib, which knows no statuses.
 */
async function readWhole(ctx: Context, reading: Promise<unknown>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    ctx.set('Connection', 'close');
    ctx.req.unpipe();
    ctx.req.resume();
    const isPacked = ctx.get('Content-Encoding') !== '';
    if (isPacked && (error as { status?: unknown }).status === undefined) throw new RefusalError('invalid_request');
    throw error;
  }
}

function bringsBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;
}

function refuseOddShapes(body: unknown): void {
  if (Array.isArray(body)) throw new RefusalError('invalid_request', { message: 'The body must be a JSON object.' });
  if (nestsDeeperThan(JSON_DEPTH_MAX, body)) {
    throw new RefusalError('invalid_request', { message: 'The body nests too deeply.' });
  }
}

/** Level by level, not by recursion: a million brackets must not reach the stack's end. */
function nestsDeeperThan(max: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
