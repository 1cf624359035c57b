import type { RoomCommand } from '#actors/room/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { noContent, type Route, route } from '#http/routing/route.js';
import { roomFlagEndpoints as flags } from '#src/protocol/rooms/room-flags.js';

export function roomFlagRoutes({ finder }: { finder: RoomFinder }): Route[] {
  const setting = (endpoint: FlagEndpoint, flag: Flag, on: boolean): Route =>
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
    route(flags.setUnread, async ({ caller, params, body, unfit }) => {
      const from = unfit.unfit ? 0 : body.from_seq;
      await finder.ask(params.slug ?? '', { type: 'mark_unread', by: caller, from, ...unfit });
      return noContent();
    }),
    route(flags.clearUnread, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'mark_unread', by: caller, from: 0 });
      return noContent();
    }),
    route(flags.setNotifications, async ({ caller, params, body, unfit }) => {
      const { level, minutes = null } = unfit.unfit ? { level: 'all' as const } : body;
      await finder.ask(params.slug ?? '', { type: 'set_notifications', by: caller, level, minutes, ...unfit });
      return noContent();
    }),
  ];
}

type FlagEndpoint = (typeof flags)[Exclude<keyof typeof flags, 'setNotifications' | 'setUnread' | 'clearUnread'>];
type Flag = Extract<RoomCommand, { type: 'set_flag' }>['flag'];
