import type { Users } from '#actors/user/commands.js';
import { ok, type Reply, type Route, route, type TokenHolder } from '#http/routing/route.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { peopleEndpoints as endpoints } from '#src/protocol/accounts/people.js';
import { profileEndpoints } from '#src/protocol/accounts/profile.js';
import { presentFollows } from '#src/protocol/present/person-card.js';
import { type FollowListDeps, followList, type Side } from './follow-lists.js';
import { personNamed } from './people-finder.js';

export interface FollowRoutesDeps extends FollowListDeps {
  users: Users;
}

export function followRoutes(deps: FollowRoutesDeps): Route[] {
  const { reader } = deps;
  const list = async (side: Side, of: AccountId, readBy: AccountId) =>
    ok({ people: await followList(deps, { side, of, readBy }) });
  const listOf = async (side: Side, named: string | undefined, { accountId }: Caller) =>
    list(side, (await personNamed(reader, named))._id, accountId);
  // Asked for its answer alone: an account that is gone has no lists to look at.
  const ownList = async (side: Side, { accountId }: TokenHolder) => {
    await deps.users.ask(accountId, { type: 'view_account' });
    return list(side, accountId, accountId);
  };
  return [
    route(endpoints.follow, ({ caller, params }) => follow(deps, caller, params.username, true)),
    route(endpoints.unfollow, ({ caller, params }) => follow(deps, caller, params.username, false)),
    route(endpoints.listFollowers, ({ caller, params }) => listOf('followers', params.username, caller)),
    route(endpoints.listFollowing, ({ caller, params }) => listOf('following', params.username, caller)),
    route(profileEndpoints.listOwnFollowers, ({ holder }) => ownList('followers', holder)),
    route(profileEndpoints.listOwnFollowing, ({ holder }) => ownList('following', holder)),
  ];
}

/** Answered with the counts of the other one. */
async function follow(
  { users, reader }: FollowRoutesDeps,
  { accountId }: Caller,
  named: string | undefined,
  on: boolean,
): Promise<Reply> {
  const { _id: other } = await personNamed(reader, named);
  const { following } = await users.ask(accountId, { type: 'set_follow', other, on });
  const tally = await reader.get<Tally>('tallies', other);
  return ok({ following, follows: presentFollows(tally ?? emptyTally) });
}
