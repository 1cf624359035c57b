import type { Context, Middleware, Next } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { RefusalError } from '#src/errors.js';
import { isTooLong, type JsonBounds, parseJson, SMALL_BODY, wireBytesOf } from '#src/protocol/schema/read-json.js';

const noNext = () => Promise.resolve();

/** A JSON object, or nothing at all, which counts as an empty one. The text is looked at before it is parsed. */
export function jsonBody(bounds: JsonBounds = SMALL_BODY): Middleware {
  const read = koaBody({
    json: false,
    text: true,
    urlencoded: false,
    multipart: false,
    textTypes: ['application/json'],
    textLimit: wireBytesOf(bounds),
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  });
  return async function parseJsonBody(ctx: Context, next: Next) {
    ctx.request.body = {};
    if (bringsBody(ctx)) {
      if (!ctx.request.is('application/json')) throw new RefusalError('unsupported_media_type');
      await readWhole(ctx, read(ctx, noNext));
      ctx.request.body = objectIn(ctx.request.body, bounds) as typeof ctx.request.body;
    }
    await next();
  };
}

/**
 * A body that was abandoned half-read would block the next request of its connection: the rest is discarded and the
 * connection closed. Bytes with a wrong Content-Encoding appear as errors of zlib, which have no status.
 */
async function readWhole(ctx: Context, reading: Promise<unknown>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    ctx.set('Connection', 'close');
    ctx.req.unpipe();
    ctx.req.resume();
    // Nobody is there to hear it, and it is no fault of the service.
    if (ctx.req.destroyed) throw new RefusalError('invalid_request');
    const isPacked = ctx.get('Content-Encoding') !== '';
    if (isPacked && (error as { status?: unknown }).status === undefined) throw new RefusalError('invalid_request');
    throw error;
  }
}

function bringsBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;
}

function objectIn(text: unknown, bounds: JsonBounds): object {
  if (typeof text !== 'string' || text === '') return {};
  const value = parsed(text, bounds);
  if (isTooLong(text, value, bounds)) throw new RefusalError('payload_too_large');
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) throw new RefusalError('invalid_request', { message: 'The body must be a JSON object.' });
  return value;
}

function parsed(text: string, bounds: JsonBounds): unknown {
  try {
    return parseJson(text, bounds);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RefusalError('invalid_request', { message: 'The body is not valid JSON.' });
  }
}
