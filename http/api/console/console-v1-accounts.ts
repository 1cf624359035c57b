/** What operators do about an account of `/v1`. Each request there reads the session: no node has to be told. */
import type { V1Addresses } from '#actors/v1/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { suspensionBefore } from '#http/operators/console-accounts.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { V1Account, V1Session } from '#src/domain/v1/v1-account.js';
import { RefusalError } from '#src/errors.js';
import { consoleV1AccountEndpoints as endpoints } from '#src/protocol/console/console-v1-accounts.js';
import { presentV1Account } from '#src/protocol/present/console.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { suspensionEnd } from './console-accounts.js';

export interface ConsoleV1AccountsDeps {
  addresses: V1Addresses;
  reader: Reader;
  env: Pick<EdgeEnv, 'now'>;
}

export function consoleV1AccountRoutes(deps: ConsoleV1AccountsDeps): Route[] {
  const { addresses, reader, env } = deps;
  return [
    route(endpoints.suspendV1Account, async ({ params, body, ctx }) => {
      const before = await v1AccountWith(reader, params.id);
      noteBefore(ctx, suspensionBefore(before, env.now()));
      const until = suspensionEnd(body.until, env.now());
      const terms = { until, reason: body.reason, publicReason: body.public_reason };
      const account = await addresses.ask(before._id, { type: 'suspend', accountId: before.account, ...terms });
      return ok({ account: await consoleV1AccountOf(deps, account) });
    }),
    route(endpoints.liftV1Suspension, async ({ params, ctx }) => {
      const before = await v1AccountWith(reader, params.id);
      noteBefore(ctx, suspensionBefore(before, env.now()));
      const account = await addresses.ask(before._id, { type: 'lift_suspension', accountId: before.account });
      return ok({ account: await consoleV1AccountOf(deps, account) });
    }),
  ];
}

export async function consoleV1AccountOf(
  { reader, env }: Pick<ConsoleV1AccountsDeps, 'reader' | 'env'>,
  account: V1Account,
) {
  const sessions = await reader.range<V1Session>('v1Sessions', { index: 'byAddress', prefix: [account._id] });
  return presentV1Account(account, sessions, env.now());
}

async function v1AccountWith(reader: Reader, typed = ''): Promise<V1Account> {
  const id = typed.toLowerCase();
  const found = isUuid(id)
    ? await reader.range<V1Account>('v1Accounts', { index: 'byAccount', prefix: [id], limit: 1 })
    : [];
  const [account] = found;
  if (!account) throw new RefusalError('not_found');
  return account;
}
