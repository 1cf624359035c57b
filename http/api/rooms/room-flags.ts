import type { RoomCommand } from '#actors/room/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { noContent, type Route, route } from '#http/routing/route.js';
import { roomFlagEndpoints as flags } from '#src/protocol/rooms/room-flags.js';

export function roomFlagRoutes({ finder }: { finder: RoomFinder }): Route[] {
  const setting = (endpoint: (typeof flags)[keyof typeof flags], flag: Flag, on: boolean): Route =>
    route(endpoint, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'set_flag', by: caller, flag, on });
      return noContent();
    });
  return [
    setting(flags.setArchive, 'archived', true),
    setting(flags.clearArchive, 'archived', false),
    setting(flags.setPin, 'pinned', true),
    setting(flags.clearPin, 'pinned', false),
    setting(flags.setMute, 'muted', true),
    setting(flags.clearMute, 'muted', false),
  ];
}

type Flag = Extract<RoomCommand, { type: 'set_flag' }>['flag'];
