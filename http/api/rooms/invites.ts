import type { Rooms } from '#actors/room/commands.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentRoom } from '#src/protocol/present/room.js';
import { roomAccessEndpoints as endpoints } from '#src/protocol/rooms/room-access.js';
import type { Reader } from '#src/store/store.js';

export interface InviteRoutesDeps {
  rooms: Rooms;
  reader: Reader;
  links: FileLinks;
}

/** A code names its room; whether it still lets somebody in, the room decides. */
export function inviteRoutes({ rooms, reader, links }: InviteRoutesDeps): Route[] {
  async function roomOf(code: string): Promise<RoomId> {
    const [invite] = await reader.getManyBy<{ _id: string; room: RoomId }>('invites', 'code', [code]);
    if (!invite) throw new RefusalError('not_found');
    return invite.room;
  }

  return [
    route(endpoints.viewInvite, async ({ caller, params }) => {
      const code = (params.code ?? '').toLowerCase();
      const room = await rooms.ask(await roomOf(code), { type: 'view_invite', by: caller, code });
      return ok({ room: presentRoom(room, links) });
    }),
    route(endpoints.joinByInvite, async ({ caller, params }) => {
      const code = (params.code ?? '').toLowerCase();
      const answer = await rooms.ask(await roomOf(code), { type: 'join_by_invite', by: caller, code });
      return ok({ status: answer.status, room: presentRoom(answer.room, links) });
    }),
  ];
}
