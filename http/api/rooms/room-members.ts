import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Presence } from '#http/presenters/presence.js';
import { accountByUsername } from '#http/rooms/account-by-username.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, ok, type Route, route } from '#http/routing/route.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { presentMember } from '#src/protocol/present/member.js';
import { type AddMemberBody, roomMemberEndpoints } from '#src/protocol/rooms/room-members.js';
import { roomEndpoints } from '#src/protocol/rooms/rooms.js';
import type { Reader } from '#src/store/store.js';
import { accountOf } from './room-admin.js';

export interface RoomMemberRoutesDeps {
  finder: RoomFinder;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  presence: Presence;
  env: EdgeEnv;
}

export function roomMemberRoutes({ finder, reader, peoplePresenter, presence, env }: RoomMemberRoutesDeps): Route[] {
  return [
    route(roomMemberEndpoints.addMember, async ({ caller, params, body, unfit }) => {
      const account = unfit.unfit ? null : await accountNamed(reader, body);
      const command = { type: 'add_member' as const, by: caller, account, ...unfit };
      const { member, added } = await finder.ask(params.slug ?? '', command);
      const people = await peoplePresenter.people(caller.accountId, [member.account]);
      const person = people.get(member.account);
      const online = (await presence.onlineAmong([member.account])).has(member.account);
      return (added ? created : ok)({ member: presentMember(member, { person, online, now: env.now() }) });
    }),
    route(roomEndpoints.listMembers, async ({ caller, params, query }) => {
      const command = { type: 'list_members' as const, by: caller, ...query };
      const { members, hasMore, isBlocked } = await finder.ask(params.slug ?? '', command);
      const ids = members.map(({ account }) => account);
      const [people, here] = await Promise.all([
        peoplePresenter.people(caller.accountId, ids),
        presence.onlineAmong(isBlocked ? [caller.accountId] : ids),
      ]);
      const now = env.now();
      const rows = members.map((member) => {
        const { account } = member;
        return presentMember(member, { person: people.get(account), online: here.has(account), now });
      });
      return ok({ members: rows, has_more: hasMore });
    }),
  ];
}

/** Null when no account has the name. */
async function accountNamed(reader: Reader, { username, account_id }: AddMemberBody): Promise<AccountId | null> {
  if (username === undefined) return accountOf({ account_id: account_id ?? '' });
  return accountByUsername(reader, username);
}
