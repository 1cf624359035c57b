import type { RoomLookup, RowView } from '#actors/room/commands.js';
import { SEARCHES_PER_MINUTE } from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import { lookupEndpoints as endpoints } from '#src/protocol/lookup.js';
import { presentStats, presentTopic } from '#src/protocol/present/lookup.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { presentRoom } from '#src/protocol/present/room.js';
import type { EdgeEnv } from '../edge-env.js';
import type { WindowLimits } from '../middleware/rate-limit.js';
import { ok, type Route, route } from '../route.js';
import type { RoomFinder } from './room-finder.js';

export interface RoomLookupRoutesDeps {
  lookup: RoomLookup;
  finder: RoomFinder;
  limits: WindowLimits;
  links: FileLinks;
  env: EdgeEnv;
}

/** Mounted before the room's own paths: `search` is no room. */
export function roomLookupRoutes({ lookup, finder, limits, env, links }: RoomLookupRoutesDeps): Route[] {
  const message = (view: RowView) => presentMessage(view, links);
  return [
    route(endpoints.findRooms, async ({ caller, query }) => {
      await takeSearch(limits, caller.accountId);
      const { rooms } = await lookup.rooms(caller, { ...query, offset: 0 });
      return ok({ rooms: rooms.map((room) => presentRoom(room, links)) });
    }),
    route(endpoints.listOpenRooms, async ({ caller, query }) => {
      await takeSearch(limits, caller.accountId);
      const { rooms, hasMore } = await lookup.rooms(caller, query);
      return ok({ rooms: rooms.map((room) => presentRoom(room, links)), has_more: hasMore });
    }),
    route(endpoints.searchRoom, async ({ caller, params, query: { q, before_seq, limit } }) => {
      await takeSearch(limits, caller.accountId);
      const search = { q, limit, ...(before_seq === undefined ? {} : { beforeSeq: before_seq }) };
      const found = await finder.within(params.slug ?? '', (room) => lookup.search(room, caller, search));
      return ok({ messages: found.messages.map(message), has_more: found.hasMore });
    }),
    route(endpoints.listTopics, async ({ caller, params }) => {
      const topics = await finder.within(params.slug ?? '', (room) => lookup.topics(room, caller));
      return ok({ topics: topics.map(presentTopic) });
    }),
    route(endpoints.roomStats, async ({ caller, params }) => {
      const stats = await finder.within(params.slug ?? '', (room) => lookup.stats(room, caller));
      return ok({ stats: presentStats(stats, env.now()) });
    }),
    route(endpoints.listEvents, async ({ caller, params, query }) => {
      const events = await finder.within(params.slug ?? '', (room) => lookup.events(room, caller, query.limit));
      return ok({ events: events.map(message) });
    }),
  ];
}

/** A search reads much for one request. */
async function takeSearch(limits: WindowLimits, accountId: string): Promise<void> {
  const taken = await limits.take('search', accountId, SEARCHES_PER_MINUTE, 60_000);
  if (!taken.ok) throw new RefusalError('rate_limited');
}
