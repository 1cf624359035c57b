import type { IncomingHttpHeaders } from 'node:http';
import { RefusalError } from '#src/errors.js';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's own name for a request that may come twice; null when there is none. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new RefusalError('invalid_request', { message: 'Idempotency-Key takes 1 to 64 of A-Z, a-z, 0-9, _ and -.' });
}
