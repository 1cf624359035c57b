import type { Rooms } from '#actors/room/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentInvite } from '#src/protocol/present/invite.js';
import { presentRoom } from '#src/protocol/present/room.js';
import { inviteEndpoints as endpoints } from '#src/protocol/rooms/invites.js';
import type { Doc, Reader } from '#src/store/store.js';

export interface RoomInviteRoutesDeps {
  finder: RoomFinder;
  publicUrl: string;
}

export interface InviteRoutesDeps {
  rooms: Rooms;
  reader: Reader;
  links: FileLinks;
}

/** The invites of a room, for its admins. */
export function roomInviteRoutes({ finder, publicUrl }: RoomInviteRoutesDeps): Route[] {
  return [
    route(endpoints.createInvite, async ({ caller, params, body, unfit }) => {
      const { expires_in_hours, max_uses } = unfit.unfit ? { expires_in_hours: null, max_uses: null } : body;
      const bounds = { expiresInHours: expires_in_hours, maxUses: max_uses };
      const command = { type: 'create_invite' as const, by: caller, ...bounds, ...unfit };
      return created({ invite: presentInvite(await finder.ask(params.slug ?? '', command), publicUrl) });
    }),
    route(endpoints.listInvites, async ({ caller, params }) => {
      const { invites } = await finder.ask(params.slug ?? '', { type: 'list_invites', by: caller });
      return ok({ invites: invites.map((invite) => presentInvite(invite, publicUrl)) });
    }),
    route(endpoints.cancelInvite, async ({ caller, params }) => {
      const code = (params.code ?? '').toLowerCase();
      await finder.ask(params.slug ?? '', { type: 'cancel_invite', by: caller, code });
      return noContent();
    }),
  ];
}

type InRoom = Doc & { room: RoomId };

/** An invite, for a person who has its link. The code names the room; the room decides whether the invite is valid. */
export function inviteRoutes({ rooms, reader, links }: InviteRoutesDeps): Route[] {
  async function roomOf(code: string): Promise<RoomId> {
    const place = await reader.get<InRoom>('inviteCodes', code);
    const [invite = place] = place
      ? []
      : await reader.range<InRoom>('invites', { index: 'byCode', prefix: [code], limit: 1 });
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
