import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Presence } from '#http/presenters/presence.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { presentMember } from '#src/protocol/present/member.js';
import { roomEndpoints } from '#src/protocol/rooms/rooms.js';

export interface RoomMemberRoutesDeps {
  finder: RoomFinder;
  peoplePresenter: PeoplePresenter;
  presence: Presence;
  env: EdgeEnv;
}

export function roomMemberRoutes({ finder, peoplePresenter, presence, env }: RoomMemberRoutesDeps): Route[] {
  return [
    route(roomEndpoints.listMembers, async ({ caller, params, query }) => {
      const command = { type: 'list_members' as const, by: caller, ...query };
      const { members, hasMore } = await finder.ask(params.slug ?? '', command);
      const ids = members.map(({ account }) => account);
      const [people, here] = await Promise.all([
        peoplePresenter.people(caller.accountId, ids),
        presence.onlineAmong(ids),
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
