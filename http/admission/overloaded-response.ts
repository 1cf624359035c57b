import { randomUUID } from 'node:crypto';
import { presentRefusal } from '#src/protocol/socket/events.js';
import { presentV1Error } from '#src/protocol/v1/v1-error.js';

interface RawResponse {
  headers: Record<string, string>;
  body: string;
}

const code = 'overloaded';

/** The refusal `overloaded` before any part of the app has seen the request, in the format of the interface that it asked. */
export function overloadedResponse(url: string | undefined, retryAfterMs: number): RawResponse {
  const requestId = randomUUID();
  const isV1 = url?.startsWith('/v1/') ?? false;
  const error = isV1 ? presentV1Error({ code }, requestId) : presentRefusal({ code, retryAfterMs });
  const body = JSON.stringify({ error });
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(isV1 ? { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } : { 'access-control-allow-origin': '*' }),
    },
    body,
  };
}
