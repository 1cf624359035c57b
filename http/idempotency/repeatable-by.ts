import type { Context } from 'koa';
import type { RepeatableBy } from '#src/adapters/credentials/secrets.js';
import { idempotencyKey } from './idempotency-key.js';

const SCHEME = /^Bearer +(.+?) *$/i;

/** The key or token in the Authorization header; empty without one. */
export const bearerOf = (authorization: string): string => SCHEME.exec(authorization)?.[1] ?? '';

/** What makes the secrets of this request the same when it is repeated; null without an Idempotency-Key. */
export function repeatableBy(ctx: Context): RepeatableBy | null {
  const key = idempotencyKey(ctx.headers);
  return key === null ? null : { callerSecret: bearerOf(ctx.get('Authorization')), idempotencyKey: key };
}
