import type { Context } from 'koa';
import { idempotencyKey } from '#http/idempotency/idempotency-key.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import type { Operator } from '#src/domain/operators/operator.js';
import { uuidOf } from '#src/domain/text/hash.js';

/**
 * Operators have no account under which answers could be stored: the operator and the Idempotency-Key name the
 * operation, so that a repeated request has the same id.
 */
export function operationId(ctx: Context, what: string, env: Pick<EdgeEnv, 'uuid'>): string {
  const operator: Operator = ctx.state.operator;
  const key = idempotencyKey(ctx.headers);
  return key === null ? env.uuid() : uuidOf(`${what} ${operator.id} ${key}`);
}
