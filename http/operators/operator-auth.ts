import type { Context, Middleware, Next } from 'koa';
import { bearerOf } from '#http/idempotency/repeatable-by.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { spendWindow } from '#http/middleware/rate-limit.js';
import { isSameText, isSecretOf } from '#src/adapters/credentials/secrets.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { OperatorGroupsConfig } from '#src/config/config.js';
import { consoleKeyOperator, isValidKey, type Operator, type OperatorKey } from '#src/domain/operators/operator.js';
import { RefusalError } from '#src/errors.js';
import { operatorMay } from '#src/protocol/console/operator-permissions.js';
import type { Reader } from '#src/store/store.js';
import { keyIdOf } from './key-secrets.js';
import { loggedInOperator } from './operator-logins.js';

export interface OperatorAuthDeps {
  /** CONSOLE_KEY; null: there is no operator interface. */
  consoleKey: string | null;
  /** Null: no group of the identity provider makes an operator. */
  groups: OperatorGroupsConfig | null;
  reader: Pick<Reader, 'get'>;
  env: { now(): number };
  limits: LocalLimits;
}

/**
 * The operator behind the key: `ctx.state.operator`. A named key is read from the store for each request, so that a
 * rotation, a revocation or an expiry holds at once on every node.
 */
export function operatorKey(deps: OperatorAuthDeps): Middleware {
  return async function operatorsOnly(ctx: Context, next: Next) {
    if (deps.consoleKey === null) throw new RefusalError('not_found');
    const given = bearerOf(ctx.get('Authorization'));
    const login = await loggedInOperator(deps, given);
    const operator = login?.operator ?? (await keyOperator(deps, deps.consoleKey, given));
    if (!operator) {
      spendWindow(deps.limits, 'wrong_console_key', clientNetwork(ctx.ip));
      throw new RefusalError('unauthorized');
    }
    ctx.state.operator = operator;
    ctx.state.operatorLogin = login?.loginId;
    await next();
  };
}

const keyOperator = async (deps: OperatorAuthDeps, consoleKey: string, given: string): Promise<Operator | null> =>
  isSameText(given, consoleKey) ? consoleKeyOperator : namedOperator(deps, given);

async function namedOperator({ reader, env }: OperatorAuthDeps, secret: string): Promise<Operator | null> {
  const id = keyIdOf(secret);
  const key = id === null ? null : await reader.get<OperatorKey>('operatorKeys', id);
  if (!key || !isSecretOf(key.hash, secret) || !isValidKey(key, env.now())) return null;
  return { id: key._id, name: key.name, role: key.role };
}

/** Deny first: an operation without a row in the table of permissions is refused to every role. */
export function operatorRole(operation: string): Middleware {
  return function withRole(ctx: Context, next: Next) {
    const { role }: Operator = ctx.state.operator;
    if (!operatorMay(role, operation)) {
      throw new RefusalError('not_allowed', { message: `The role ${role} may not do this.` });
    }
    return next();
  };
}
