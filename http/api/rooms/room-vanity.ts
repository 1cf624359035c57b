import type { Users } from '#actors/user/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { roomVanityEndpoints as endpoints } from '#src/protocol/rooms/room-vanity.js';

export interface RoomVanityRoutesDeps {
  finder: RoomFinder;
  users: Users;
  publicUrl: string;
  /** The price of a short link, in stars. */
  price: number;
}

/** The room names its founder; the founder's account pays. */
export const roomVanityRoutes = ({ finder, users, publicUrl, price }: RoomVanityRoutesDeps): Route[] => [
  route(endpoints.buyVanityLink, async ({ caller, params, body, unfit }) => {
    const place = await finder.ask(params.slug ?? '', { type: 'check_founder', by: caller, ...unfit });
    const command = { type: 'buy_link' as const, ...place, handle: body.handle, price };
    const { handle, stars } = await users.ask(caller.accountId, command);
    return ok({ handle, url: `${publicUrl}/r/${handle}`, stars });
  }),
];
