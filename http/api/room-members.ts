import { presentMember } from '#src/protocol/present/member.js';
import { roomEndpoints } from '#src/protocol/rooms.js';
import type { EdgeEnv } from '../edge-env.js';
import type { Faces } from '../faces.js';
import type { Presence } from '../presence.js';
import { ok, type Route, route } from '../route.js';
import type { RoomFinder } from './room-finder.js';

export interface RoomMemberRoutesDeps {
  finder: RoomFinder;
  faces: Faces;
  presence: Presence;
  env: EdgeEnv;
}

export function roomMemberRoutes({ finder, faces, presence, env }: RoomMemberRoutesDeps): Route[] {
  return [
    route(roomEndpoints.listMembers, async ({ caller, params, query }) => {
      const command = { type: 'list_members' as const, by: caller, ...query };
      const { members, hasMore } = await finder.ask(params.slug ?? '', command);
      const ids = members.map(({ account }) => account);
      const [people, here] = await Promise.all([faces.people(caller.accountId, ids), presence.onlineAmong(ids)]);
      const now = env.now();
      const rows = members.map((member) => {
        const { account } = member;
        return presentMember(member, { person: people.get(account), online: here.has(account), now });
      });
      return ok({ members: rows, has_more: hasMore });
    }),
  ];
}
