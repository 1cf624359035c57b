import { presentMember } from '#src/protocol/present/member.js';
import { roomEndpoints } from '#src/protocol/rooms.js';
import type { EdgeEnv } from '../edge-env.js';
import type { Presence } from '../presence.js';
import { ok, type Route, route } from '../route.js';
import type { RoomFinder } from './room-finder.js';

export interface RoomMemberRoutesDeps {
  finder: RoomFinder;
  presence: Presence;
  env: EdgeEnv;
}

export function roomMemberRoutes({ finder, presence, env }: RoomMemberRoutesDeps): Route[] {
  return [
    route(roomEndpoints.listMembers, async ({ caller, params, query }) => {
      const command = { type: 'list_members' as const, by: caller, ...query };
      const { members, hasMore } = await finder.ask(params.slug ?? '', command);
      const now = env.now();
      return ok({
        members: members.map((member) => presentMember(member, { online: presence.isOnline(member.account), now })),
        has_more: hasMore,
      });
    }),
  ];
}
