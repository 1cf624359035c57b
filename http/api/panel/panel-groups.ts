/** Groups of an organization: rooms whose founder is a member of its team. */
import type { Rooms } from '#actors/room/commands.js';
import { employmentOf } from '#http/organizations/employment.js';
import { catalogOf } from '#http/organizations/organization-presenter.js';
import { createRoom } from '#http/rooms/create-room.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, ok, type Route, route } from '#http/routing/route.js';
import { isOffered } from '#src/domain/organizations/catalog.js';
import { defaultSettings, type PanelGroup } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import { panelEndpoints as endpoints } from '#src/protocol/panel/panel.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentRoom } from '#src/protocol/present/room.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { ownRooms } from '../rooms/own-rooms.js';

export interface PanelGroupRoutesDeps {
  rooms: Rooms;
  reader: Reader;
  env: EdgeEnv;
  links: FileLinks;
}

export function panelGroupRoutes({ rooms, reader, env, links }: PanelGroupRoutesDeps): Route[] {
  return [
    route(endpoints.listGroups, async ({ caller }) => {
      const { founded, administered } = await ownRooms(rooms, reader, caller);
      return ok({
        founded: founded.map((view) => presentRoom(view, links)),
        administered: administered.map((view) => presentRoom(view, links)),
      });
    }),
    route(endpoints.createGroup, async ({ caller, body, unfit: { unfit } }) => {
      const panel = await panelGroup(reader, caller.accountId, body.group_type_id);
      if (unfit) throw new RefusalError(unfit.code, unfit);
      const settings = {
        ...defaultSettings,
        name: body.name,
        visibility: body.visibility,
        welcomeMessage: body.welcome_message,
      };
      const room = await createRoom({ rooms, env }, caller, { slug: body.slug, settings, panel });
      return created({ room: presentRoom(room, links) });
    }),
  ];
}

/** The kind is chosen in the panel, so its errors are reported before those of typed fields. */
async function panelGroup(reader: Reader, account: string, typed: unknown): Promise<PanelGroup> {
  const groupTypeId = typeof typed === 'string' ? typed.toLowerCase() : '';
  const { groupTypes } = await catalogOf(reader);
  if (!isUuid(groupTypeId) || !isOffered(groupTypes, groupTypeId)) {
    throw new RefusalError('invalid_request', { message: 'Group_type_id is not in the catalog.' });
  }
  const employment = await employmentOf(reader, account);
  if (employment?.role === 'viewer') throw new RefusalError('not_allowed');
  return { organization: employment?.organizationId ?? null, groupTypeId };
}
