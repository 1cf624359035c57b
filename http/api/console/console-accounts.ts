/** What operators do about an account. */
import type { Session, Users } from '#actors/user/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { consoleAccountOf, suspensionBefore } from '#http/operators/console-accounts.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import { INSTANT_MAX_MS } from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';
import { consoleAccountEndpoints as endpoints } from '#src/protocol/console/console-accounts.js';
import { presentSessionOfAccount } from '#src/protocol/present/session.js';
import type { Reader } from '#src/store/store.js';
import { personWith } from '../people/people-finder.js';

/** Makes a suspension binding on every node. */
export interface SuspensionEnforcer {
  enforce(account: AccountId, until: number | null): Promise<void>;
  lift(account: AccountId): Promise<void>;
}

export interface ConsoleAccountsDeps {
  users: Users;
  reader: Reader;
  env: EdgeEnv;
  suspensions: SuspensionEnforcer;
}

export function consoleAccountRoutes(deps: ConsoleAccountsDeps): Route[] {
  const { users, reader, env, suspensions } = deps;
  return [
    route(endpoints.suspendAccount, async ({ params, body, ctx }) => {
      const before = await personWith(reader, params.id);
      noteBefore(ctx, suspensionBefore(before, env.now()));
      const until = suspensionEnd(body.until, env.now());
      const { reason, public_reason: publicReason } = body;
      const command = { type: 'suspend_account' as const, until, reason, publicReason, settles: null };
      const { account } = await users.ask(before._id, command);
      await enforceWithBots(suspensions, account, until);
      return ok({ account: await consoleAccountOf(deps, account) });
    }),
    route(endpoints.liftSuspension, async ({ params, ctx }) => {
      const before = await personWith(reader, params.id);
      noteBefore(ctx, suspensionBefore(before, env.now()));
      const account = await users.ask(before._id, { type: 'lift_suspension' });
      await liftWithBots(deps, account);
      return ok({ account: await consoleAccountOf(deps, account) });
    }),
    route(endpoints.listSessionsOfAccount, async ({ params }) => {
      const { _id } = await personWith(reader, params.id);
      return ok({ sessions: (await openSessions(deps, _id)).map(presentSessionOfAccount) });
    }),
    route(endpoints.endSessions, async ({ params, ctx }) => {
      const { _id } = await personWith(reader, params.id);
      noteBefore(ctx, { sessions: (await openSessions(deps, _id)).length });
      await users.ask(_id, { type: 'end_sessions' });
      return noContent();
    }),
  ];
}

/** A bot acts no longer than its owner may. */
export async function enforceWithBots(
  suspensions: SuspensionEnforcer,
  { _id, bots = [] }: Account,
  until: number | null,
): Promise<void> {
  for (const id of [_id, ...bots]) await suspensions.enforce(id, until);
}

/** A bot that is suspended itself stays so. */
async function liftWithBots({ suspensions, reader, env }: ConsoleAccountsDeps, { _id, bots = [] }: Account) {
  const accounts = await reader.getMany<Account>('accounts', bots);
  const free = accounts.flatMap((bot) => (bot && !isSuspended(bot, env.now()) ? [bot._id] : []));
  for (const id of [_id, ...free]) await suspensions.lift(id);
}

const SESSIONS_READ = 200;

async function openSessions({ reader, env }: ConsoleAccountsDeps, account: AccountId): Promise<Session[]> {
  const range = { index: 'byAccount', prefix: [account], limit: SESSIONS_READ };
  const sessions = await reader.range<Session>('sessions', range);
  return sessions.filter(({ expiresAt }) => expiresAt > env.now()).sort((a, b) => b.lastUsedAt - a.lastUsedAt);
}

export function suspensionEnd(until: string | null, now: number): number | null {
  if (until === null) return null;
  const at = Date.parse(until);
  if (at > now && at <= INSTANT_MAX_MS) return at;
  const problem = at > now ? 'must be before the year 10000' : 'must be in the future';
  throw new RefusalError('validation_failed', { fields: { until: [problem] } });
}
