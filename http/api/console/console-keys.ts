/** Named keys of operators. */
import type { OperatorKeyWriter } from '#actors/writers/commands.js';
import { repeatableBy } from '#http/idempotency/repeatable-by.js';
import { noteBefore, noteTarget } from '#http/operators/audit.js';
import { newKeySecret } from '#http/operators/key-secrets.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, ok, type Route, route } from '#http/routing/route.js';
import { OPERATOR_KEYS_MAX, type Operator, type OperatorKey } from '#src/domain/operators/operator.js';
import { uuidOf } from '#src/domain/text/hash.js';
import { RefusalError } from '#src/errors.js';
import { consoleKeyEndpoints as endpoints } from '#src/protocol/console/console-keys.js';
import { operatorMay, operatorPermissions } from '#src/protocol/console/operator-permissions.js';
import { presentOperatorKey } from '#src/protocol/present/operators.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

export interface ConsoleKeyDeps {
  operatorKeys: OperatorKeyWriter;
  reader: Reader;
  env: EdgeEnv;
}

const DAY_MS = 86_400_000;

export function consoleKeyRoutes({ operatorKeys, reader, env }: ConsoleKeyDeps): Route[] {
  return [
    route(endpoints.viewOperator, ({ ctx }) => {
      const operator: Operator = ctx.state.operator;
      const operations = Object.keys(operatorPermissions).filter((id) => operatorMay(operator.role, id));
      return ok({ operator, operations });
    }),
    route(endpoints.listOperatorKeys, async () => {
      const keys = await reader.range<OperatorKey>('operatorKeys', { index: '_id', limit: OPERATOR_KEYS_MAX });
      return ok({ keys: keys.sort((a, b) => b.createdAt - a.createdAt).map(presentOperatorKey) });
    }),
    route(endpoints.createOperatorKey, async ({ ctx, body }) => {
      const { name, role, expires_in_days: days } = body;
      const now = env.now();
      const repeatable = repeatableBy(ctx);
      const operator: Operator = ctx.state.operator;
      const _id = repeatable ? uuidOf(`operator key ${operator.id} ${repeatable.idempotencyKey}`) : env.uuid();
      const { secret, hash } = newKeySecret(_id, repeatable);
      const expiresAt = days === null ? null : now + days * DAY_MS;
      const key = await operatorKeys.create({
        _id,
        name,
        role,
        hash,
        createdAt: now,
        createdBy: operator.id,
        expiresAt,
      });
      noteTarget(ctx, key._id);
      return created({ key: presentOperatorKey(key), secret });
    }),
    route(endpoints.rotateOperatorKey, async ({ ctx, params }) => {
      const id = keyIdIn(params);
      const { secret, hash } = newKeySecret(id, repeatableBy(ctx));
      const { before, after } = await operatorKeys.rotate(id, hash, env.now());
      noteBefore(ctx, { rotated_at: presentOperatorKey(before).rotated_at });
      return ok({ key: presentOperatorKey(after), secret });
    }),
    route(endpoints.revokeOperatorKey, async ({ ctx, params }) => {
      const { before, after } = await operatorKeys.revoke(keyIdIn(params), env.now());
      const { role, revoked_at, expires_at } = presentOperatorKey(before);
      noteBefore(ctx, { role, revoked_at, expires_at });
      return ok({ key: presentOperatorKey(after) });
    }),
  ];
}

function keyIdIn({ id: typed = '' }: Record<string, string>): string {
  const id = typed.toLowerCase();
  if (!isUuid(id)) throw new RefusalError('not_found');
  return id;
}
