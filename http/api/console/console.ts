import type { Users } from '#actors/user/commands.js';
import { noteBefore, noteTarget } from '#http/operators/audit.js';
import { consoleAccountOf } from '#http/operators/console-accounts.js';
import { operationId } from '#http/operators/operation-id.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Account } from '#src/domain/accounts/account.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import type { V1Account } from '#src/domain/v1/v1-account.js';
import { readEmail } from '#src/domain/v1/v1-email.js';
import { RefusalError } from '#src/errors.js';
import { type AccountsQuery, consoleEndpoints as endpoints } from '#src/protocol/console/console.js';
import { presentStarEntry } from '#src/protocol/present/star-entry.js';
import type { Reader } from '#src/store/store.js';
import { personNamed, personWith } from '../people/people-finder.js';
import { consoleV1AccountOf } from './console-v1-accounts.js';

export interface ConsoleRoutesDeps {
  users: Users;
  reader: Reader;
  env: EdgeEnv;
  fingerprints: Pick<Fingerprints, 'ofAddress'>;
}

/** For operators: the console key was verified before. */
export function consoleRoutes(deps: ConsoleRoutesDeps): Route[] {
  const { users, reader, env } = deps;
  const presented = (account: Account) => consoleAccountOf({ reader, env }, account);
  return [
    route(endpoints.findAccounts, async ({ query, ctx }) => {
      if (query.email !== undefined) {
        const addresses = await v1AccountsFound(deps, query.email);
        for (const { id } of addresses) noteTarget(ctx, id);
        return ok({ accounts: [], v1_accounts: addresses });
      }
      const found = await accountsFound(reader, query);
      for (const { _id } of found) noteTarget(ctx, _id);
      return ok({ accounts: await Promise.all(found.map(presented)), v1_accounts: [] });
    }),
    route(endpoints.grantStars, async ({ params, body, ctx }) => {
      const { _id } = await personWith(reader, params.id);
      noteBefore(ctx, { stars: await starsOf(reader, _id) });
      const entryId = operationId(ctx, `grant ${_id}`, env);
      const entry = await users.ask(_id, { type: 'grant_stars', entryId, ...body });
      return ok({ balance: await starsOf(reader, _id), entry: presentStarEntry(entry) });
    }),
    route(endpoints.setPremium, async ({ params, body, ctx }) => {
      const { _id, premium } = await personWith(reader, params.id);
      noteBefore(ctx, { premium });
      const account = await users.ask(_id, { type: 'set_premium', premium: body.premium });
      return ok({ account: await presented(account) });
    }),
  ];
}

const starsOf = async (reader: Reader, account: string): Promise<number> =>
  ((await reader.get<Tally>('tallies', account)) ?? emptyTally).stars;

async function accountsFound(reader: Reader, { username, id }: AccountsQuery): Promise<Account[]> {
  try {
    return [await (id === undefined ? personNamed(reader, username) : personWith(reader, id))];
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_found') return [];
    throw error;
  }
}

/** An address of `/v1` is found by its fingerprint, as at a login. */
async function v1AccountsFound({ reader, fingerprints, env }: ConsoleRoutesDeps, typed: string) {
  const email = readEmail(typed);
  const account = email && (await reader.get<V1Account>('v1Accounts', fingerprints.ofAddress(email)));
  return account ? [await consoleV1AccountOf({ reader, env }, account)] : [];
}
