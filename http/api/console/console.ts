import type { Users } from '#actors/user/commands.js';
import { idempotencyKey } from '#http/idempotency/idempotency-key.js';
import { consoleAccountOf } from '#http/operators/console-accounts.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Account } from '#src/domain/accounts/account.js';
import type { Report } from '#src/domain/accounts/report.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { uuidOf } from '#src/domain/text/hash.js';
import { RefusalError } from '#src/errors.js';
import { consoleEndpoints as endpoints, type ReportsQuery } from '#src/protocol/console/console.js';
import { presentReport } from '#src/protocol/present/console.js';
import { presentStarEntry } from '#src/protocol/present/star-entry.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { personNamed, personWith } from '../people/people-finder.js';

export interface ConsoleRoutesDeps {
  users: Users;
  reader: Reader;
  env: EdgeEnv;
}

/** Reports of accounts that are gone are settled under this name; no account has it. */
const NOBODY = 'nobody';

/** For operators: the console key was verified before. */
export function consoleRoutes({ users, reader, env }: ConsoleRoutesDeps): Route[] {
  const presented = (account: Account) => consoleAccountOf({ reader, env }, account);
  return [
    route(endpoints.findAccounts, async ({ query }) => {
      const found = await accountsNamed(reader, query.username);
      return ok({ accounts: await Promise.all(found.map(presented)) });
    }),
    route(endpoints.grantStars, async ({ params, body, ctx }) => {
      const { _id } = await personWith(reader, params.id);
      const key = idempotencyKey(ctx.headers);
      const entryId = key === null ? env.uuid() : uuidOf(`grant ${_id} ${key}`);
      const entry = await users.ask(_id, { type: 'grant_stars', entryId, ...body });
      const tally = await reader.get<Tally>('tallies', _id);
      return ok({ balance: (tally ?? emptyTally).stars, entry: presentStarEntry(entry) });
    }),
    route(endpoints.setPremium, async ({ params, body }) => {
      const { _id } = await personWith(reader, params.id);
      const account = await users.ask(_id, { type: 'set_premium', premium: body.premium });
      return ok({ account: await presented(account) });
    }),
    route(endpoints.listReports, async ({ query }) => {
      return ok({ reports: (await reportsOf(reader, query)).map(presentReport) });
    }),
    route(endpoints.settleReport, async ({ params, body }) => {
      const { _id: reportId, by } = await reportWith(reader, params.id);
      const report = await users.ask(by ?? NOBODY, { type: 'settle_report', reportId, ...body });
      return ok({ report: presentReport(report) });
    }),
  ];
}

async function accountsNamed(reader: Reader, username: string): Promise<Account[]> {
  try {
    return [await personNamed(reader, username)];
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_found') return [];
    throw error;
  }
}

/** Open reports are listed from the oldest, settled ones from the newest. */
function reportsOf(reader: Reader, { status, limit }: ReportsQuery): Promise<Report[]> {
  return reader.range<Report>('reports', { index: 'byStatus', prefix: [status], desc: status === 'settled', limit });
}

async function reportWith(reader: Reader, typed = ''): Promise<Report> {
  const id = typed.toLowerCase();
  const report = isUuid(id) ? await reader.get<Report>('reports', id) : null;
  if (!report) throw new RefusalError('not_found');
  return report;
}
