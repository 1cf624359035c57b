import type { RoomSearch, RowView } from '#actors/room/commands.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { accountByUsername } from '#http/rooms/account-by-username.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { searchEndOf } from '#http/rooms/search-end.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { SEARCHES_PER_MINUTE } from '#src/domain/limits.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { presentRoom } from '#src/protocol/present/room.js';
import { presentStats, presentTopic } from '#src/protocol/present/search.js';
import { searchEndpoints as endpoints, type SearchQuery } from '#src/protocol/rooms/search.js';
import type { Reader } from '#src/store/store.js';

export interface RoomSearchRoutesDeps {
  lookup: RoomSearch;
  reader: Reader;
  finder: RoomFinder;
  limits: WindowLimits;
  links: FileLinks;
  env: EdgeEnv;
  metrics: Pick<Metrics, 'searched'>;
}

/** Mounted before the room's own paths: `search` is no room. */
export function roomSearchRoutes({
  lookup,
  reader,
  finder,
  limits,
  env,
  links,
  metrics,
}: RoomSearchRoutesDeps): Route[] {
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
    route(endpoints.searchRoom, async ({ ctx, caller, params, query }) => {
      await takeSearch(limits, caller.accountId);
      const end = searchEndOf(ctx, env);
      const search = await searchOf(reader, query);
      const found = await finder.within(params.slug ?? '', (room) => lookup.search(room, caller, search, end.isOver));
      metrics.searched(end.outcome());
      const { nextBeforeSeq: next } = found;
      return ok({ messages: found.messages.map(message), has_more: next !== null, next_before_seq: next });
    }),
    route(endpoints.listTopics, async ({ caller, params }) => {
      await takeSearch(limits, caller.accountId);
      const topics = await finder.within(params.slug ?? '', (room) => lookup.topics(room, caller));
      return ok({ topics: topics.map(presentTopic) });
    }),
    route(endpoints.roomStats, async ({ caller, params }) => {
      await takeSearch(limits, caller.accountId);
      const stats = await finder.within(params.slug ?? '', (room) => lookup.stats(room, caller));
      return ok({ stats: presentStats(stats, env.now()) });
    }),
    route(endpoints.listEvents, async ({ caller, params, query }) => {
      const events = await finder.within(params.slug ?? '', (room) => lookup.events(room, caller, query.limit));
      return ok({ events: events.map(message) });
    }),
  ];
}

async function searchOf(reader: Reader, { q, from, before, has, before_seq, limit }: SearchQuery) {
  return {
    limit,
    q,
    has,
    beforeAt: before,
    ...(before_seq !== undefined && { beforeSeq: before_seq }),
    ...(from !== undefined && { from: await accountByUsername(reader, from.replace(/^@/, '')) }),
  };
}

/** A search reads much for one request. */
async function takeSearch(limits: WindowLimits, accountId: string): Promise<void> {
  await takeFromWindow(limits, 'search', accountId, SEARCHES_PER_MINUTE, 60_000);
}
