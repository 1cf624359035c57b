import type { ListRow, RoomList, Rooms, RoomView } from '#actors/room/commands.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import { createRoom } from '#http/rooms/create-room.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentOwnRoom, presentRoom } from '#src/protocol/present/room.js';
import { roomEndpoints, settingsOf } from '#src/protocol/rooms/rooms.js';
import type { Reader } from '#src/store/store.js';
import { ownRooms } from './own-rooms.js';

export interface RoomRoutesDeps {
  rooms: Rooms;
  roomList: RoomList;
  finder: RoomFinder;
  reader: Reader;
  env: EdgeEnv;
  links: FileLinks;
  presenter: RoomPresenter;
}

export function roomRoutes({ rooms, roomList, finder, reader, env, links, presenter }: RoomRoutesDeps): Route[] {
  return [
    route(roomEndpoints.listRooms, async ({ caller }) => {
      const rows = await roomList(caller);
      return ok({ rooms: await presenter.listRows(caller, rows.sort(byPlaceInList)) });
    }),
    route(roomEndpoints.createRoom, async ({ caller, body }) => {
      const room = await createRoom({ rooms, env }, caller, { slug: body.slug, settings: settingsOf(body) });
      return created({ room: presentRoom(room, links) });
    }),
    route(roomEndpoints.viewRoom, async ({ caller, params }) => {
      const room = await finder.ask(params.slug ?? '', { type: 'view_room', by: caller });
      return ok({ room: await presenter.room(caller, room, { withRole: false }) });
    }),
    route(roomEndpoints.joinRoom, async ({ caller, params }) => {
      const { status, room } = await finder.ask(params.slug ?? '', { type: 'join_room', by: caller });
      return ok({ status, room: await presenter.room(caller, room) });
    }),
    route(roomEndpoints.deleteRoom, async ({ caller, params, query }) => {
      const command = { type: 'delete_room' as const, by: caller, scope: query.for ?? null };
      const left = await finder.ask(params.slug ?? '', command);
      return left ? ok(leftAnswer(left)) : noContent();
    }),
    route(roomEndpoints.listOwnRooms, async ({ holder: { accountId, sessionId } }) => {
      // Nothing of the answer depends on the name, and an account without one gets two empty lists.
      const by = { accountId, sessionId, username: '', language: null };
      const { founded, administered } = await ownRooms(rooms, reader, by);
      const own = (view: RoomView) => presentOwnRoom(view, links);
      return ok({ founded: founded.map(own), administered: administered.map(own) });
    }),
    route(roomEndpoints.leaveRoom, async ({ caller, params }) => {
      return ok(leftAnswer(await finder.ask(params.slug ?? '', { type: 'leave_room', by: caller })));
    }),
  ];
}

const leftAnswer = ({ status, founderId }: { status: string; founderId?: string }) =>
  founderId ? { status, founder_id: founderId } : { status };

/** Pinned to the top first, newest pin first; then by last conversation; ties by room id. */
function byPlaceInList(a: ListRow, b: ListRow): number {
  if (a.pinnedAt !== b.pinnedAt) return b.pinnedAt - a.pinnedAt;
  if (a.orderAt !== b.orderAt) return b.orderAt - a.orderAt;
  return a.room.id < b.room.id ? -1 : 1;
}
