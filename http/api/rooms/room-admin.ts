import type { RoomCommand } from '#actors/room/commands.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentRoom } from '#src/protocol/present/room.js';
import { roomAdminEndpoints as endpoints } from '#src/protocol/rooms/room-admin.js';
import { roomModerationEndpoints as moderation } from '#src/protocol/rooms/room-moderation.js';
import { changesOf } from '#src/protocol/rooms/room-settings.js';
import { isUuid } from '#src/protocol/schema/kinds.js';

export interface RoomAdminRoutesDeps {
  finder: RoomFinder;
  links: FileLinks;
  presenter: RoomPresenter;
}

export const roomAdminRoutes = ({ finder, links, presenter }: RoomAdminRoutesDeps): Route[] => [
  ...settingsRoutes(finder, presenter),
  ...rightsRoutes(finder, links),
  ...moderationRoutes(finder),
];

function settingsRoutes(finder: RoomFinder, presenter: RoomPresenter): Route[] {
  return [
    route(endpoints.changeSettings, async ({ caller, params, body, unfit }) => {
      const changes = unfit.unfit ? { settings: {}, names: [] } : changesOf(body);
      const command = { type: 'change_settings' as const, by: caller, ...changes, ...unfit };
      const room = await finder.ask(params.slug ?? '', command);
      return ok({ room: await presenter.room(caller, room) });
    }),
  ];
}

function rightsRoutes(finder: RoomFinder, links: FileLinks): Route[] {
  return [
    route(endpoints.denyPermissions, async ({ caller, params, body }) => {
      const command = { type: 'deny_permissions' as const, by: caller, denied: body.denied };
      return ok({ room: presentRoom(await finder.ask(params.slug ?? '', command), links) });
    }),
    route(endpoints.handOver, async ({ caller, params, body, unfit }) => {
      const account = unfit.unfit ? NOBODY : accountOf(body);
      const command = { type: 'hand_over' as const, by: caller, account, ...unfit };
      return ok({ room: presentRoom(await finder.ask(params.slug ?? '', command), links) });
    }),
    route(endpoints.promoteMember, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'promote_member', by: caller, account: accountOf(params) });
      return ok({ status: 'admin' });
    }),
    route(endpoints.demoteAdmin, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'demote_admin', by: caller, account: accountOf(params) });
      return ok({ status: 'member' });
    }),
    route(endpoints.grantPermissions, async ({ caller, params, body, unfit }) => {
      const granted = unfit.unfit ? [] : body.granted;
      const command = { type: 'grant_permissions' as const, by: caller, account: accountOf(params), granted, ...unfit };
      return ok({ granted: (await finder.ask(params.slug ?? '', command)).granted });
    }),
  ];
}

function moderationRoutes(finder: RoomFinder): Route[] {
  async function carryOut(slug = '', command: RoomCommand) {
    await finder.ask(slug, command);
    return noContent();
  }

  return [
    route(moderation.kickMember, ({ caller, params }) =>
      carryOut(params.slug, { type: 'kick_member', by: caller, account: accountOf(params) }),
    ),
    route(moderation.tagMember, async ({ caller, params, body, unfit }) => {
      const account = accountOf(params);
      const tag = unfit.unfit ? null : body.tag || null;
      const command = { type: 'tag_member' as const, by: caller, account, tag, ...unfit };
      return ok({ account_id: account, tag: (await finder.ask(params.slug ?? '', command)).tag });
    }),
    route(moderation.muteMember, async ({ caller, params, body: { minutes } }) => {
      const command = { type: 'mute_member' as const, by: caller, account: accountOf(params), minutes };
      return ok({ muted_until: (await finder.ask(params.slug ?? '', command)).mutedUntil });
    }),
    route(moderation.unmuteMember, ({ caller, params }) =>
      carryOut(params.slug, { type: 'unmute_member', by: caller, account: accountOf(params) }),
    ),
    route(moderation.banMember, ({ caller, params, body }) =>
      carryOut(params.slug, {
        type: 'ban_member',
        by: caller,
        account: accountOf(params),
        reason: body.reason || null,
      }),
    ),
    route(moderation.unbanMember, ({ caller, params }) =>
      carryOut(params.slug, { type: 'unban_member', by: caller, account: accountOf(params) }),
    ),
    route(endpoints.explainPermission, async ({ caller, params, query }) => {
      const { permission, at_seq } = query;
      const at = at_seq === undefined ? {} : { atSeq: at_seq };
      const about = { by: caller, account: accountOf(query), permission };
      const answer = await finder.ask(params.slug ?? '', { type: 'explain_permission' as const, ...about, ...at });
      return ok({ allowed: answer.allowed, reason: answer.reason, decided_by: answer.decidedBy });
    }),
  ];
}

/** A text that is not a UUID names no account. */
const NOBODY = 'nobody';

export function accountOf({ account_id = '' }: { account_id?: string }): string {
  return isUuid(account_id) ? account_id.toLowerCase() : NOBODY;
}
