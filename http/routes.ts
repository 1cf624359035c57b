import { analyticsRoutes } from './api/analytics.js';
import { authRoutes } from './api/auth.js';
import { blockRoutes } from './api/blocks.js';
import { clientConfigRoutes } from './api/client-config.js';
import { consoleRoutes } from './api/console.js';
import { consoleLiveRoutes } from './api/console-live.js';
import { consolePanelRoutes } from './api/console-panel.js';
import { consoleSponsoredRoutes } from './api/console-sponsored.js';
import { deletionRoutes } from './api/deletion.js';
import { deviceRoutes } from './api/device.js';
import { discoverRoutes } from './api/discover.js';
import { discoverDiscussionRoutes } from './api/discover-discussion.js';
import { dmRoutes } from './api/dm.js';
import { documentRoutes } from './api/documents.js';
import { entryCountRoutes } from './api/entry-counts.js';
import { exportRoutes } from './api/export.js';
import { followRoutes } from './api/follows.js';
import { healthRoutes } from './api/health.js';
import { inviteRoutes } from './api/invites.js';
import { linkPreviewRoutes } from './api/link-preview.js';
import { meRoutes } from './api/me.js';
import { mediaRoutes } from './api/media.js';
import { organizationRoutes } from './api/organization.js';
import { panelRoutes } from './api/panel.js';
import { panelGroupRoutes } from './api/panel-groups.js';
import { panelLinkRoutes } from './api/panel-link.js';
import { panelTeamRoutes } from './api/panel-team.js';
import { peopleRoutes } from './api/people.js';
import { photoRoutes } from './api/photos.js';
import { profileRoutes } from './api/profile.js';
import { reportRoutes } from './api/reports.js';
import { roomAdminRoutes } from './api/room-admin.js';
import { roomDoorRoutes, roomFlagRoutes } from './api/room-doors.js';
import { createRoomFinder } from './api/room-finder.js';
import { roomLookupRoutes } from './api/room-lookup.js';
import { roomMemberRoutes } from './api/room-members.js';
import { roomMessageRoutes } from './api/room-messages.js';
import { roomPhotoRoutes } from './api/room-photos.js';
import { roomTalkRoutes } from './api/room-talk.js';
import { roomVanityRoutes } from './api/room-vanity.js';
import { roomRoutes } from './api/rooms.js';
import { sessionRoutes } from './api/sessions.js';
import { shareRoutes } from './api/share.js';
import { sponsoredRoutes } from './api/sponsored.js';
import { sponsoredDaysRoutes } from './api/sponsored-days.js';
import { sponsoredOfferRoutes } from './api/sponsored-offers.js';
import { starRoutes } from './api/stars.js';
import { usernameRoutes } from './api/usernames.js';
import { createDictionaryDoor } from './discover-dictionary.js';
import { createEntries } from './discover-entries.js';
import { createDms } from './dms.js';
import type { HttpDeps } from './http-deps.js';
import { createRoomPresenter } from './room-presenter.js';
import type { Route } from './route.js';
import { createSponsoredDesk } from './sponsored-desk.js';

/** Everything `/api` answers. Each family takes only what it needs. */
export function apiRoutes(deps: HttpDeps): Route[] {
  const { config } = deps;
  const routes = [
    ...accountRoutes(deps),
    ...roomsRoutes(deps),
    ...linkPreviewRoutes(deps),
    ...analyticsRoutes(deps),
    ...businessRoutes(deps),
    ...(config.consoleKey === null ? [] : [...consoleRoutes(deps), ...consoleLiveRoutes(deps)]),
    ...clientConfigRoutes({ config, identity: deps.identityProvider }),
    ...healthRoutes(deps.health),
  ];
  return [...routes, ...documentRoutes(routes, config.http.publicUrl)];
}

/** One's own account, and other people. */
function accountRoutes(deps: HttpDeps): Route[] {
  const { config, logger, rooms, reader } = deps;
  const dms = createDms({ rooms, reader });
  const presenter = createRoomPresenter(deps);
  const onProviderTrouble = (code: string, detail: string) => logger.warn({ code, detail }, 'identity provider');
  return [
    ...authRoutes({ ...deps, devLogin: config.devLogin, onProviderTrouble }),
    ...meRoutes(deps),
    ...deletionRoutes({ ...deps, onProviderTrouble }),
    ...exportRoutes({ ...deps, downloadLinkTtlS: config.downloadLinkTtlS }),
    ...profileRoutes(deps),
    ...starRoutes(deps),
    ...peopleRoutes({ ...deps, dms, presenter }),
    ...followRoutes(deps),
    ...photoRoutes({ ...deps, uploadLinkTtlS: config.uploadLinkTtlS }),
    ...sessionRoutes(deps),
    ...deviceRoutes(deps),
    ...blockRoutes({ ...deps, dms }),
    ...usernameRoutes({ reader, brand: config.brand }),
    ...dmRoutes({ dms, reader, presenter }),
  ];
}

/** Rooms, what is said in them, and what of it is in the dictionary. */
function roomsRoutes(deps: HttpDeps): Route[] {
  const { config, logger, rooms, reader, env, links } = deps;
  const { uploadLinkTtlS, documentTtlS, http } = config;
  const finder = createRoomFinder({ rooms, reader });
  const presenter = createRoomPresenter(deps);
  const ask = createDictionaryDoor({ ...deps, onTrouble: (reason) => logger.warn({ reason }, 'dictionary') });
  const entries = createEntries({ ...deps, ask });
  return [
    ...reportRoutes({ ...deps, entries, finder, presenter }),
    ...roomLookupRoutes({ ...deps, finder }),
    ...roomRoutes({ rooms, finder, reader, env, links, presenter }),
    ...roomFlagRoutes({ finder }),
    ...roomAdminRoutes({ finder, links, presenter }),
    ...roomDoorRoutes({ ...deps, finder, publicUrl: http.publicUrl }),
    ...roomVanityRoutes({ ...deps, finder, publicUrl: http.publicUrl, price: config.vanityLinkStars }),
    ...inviteRoutes({ rooms, reader, links }),
    ...roomMemberRoutes({ ...deps, finder }),
    ...roomMessageRoutes({ ...deps, finder }),
    ...roomTalkRoutes({ finder, links }),
    ...mediaRoutes({ ...deps, finder, uploadLinkTtlS, documentTtlS }),
    ...roomPhotoRoutes({ ...deps, finder, uploadLinkTtlS }),
    ...shareRoutes({ finder, ask }),
    ...discoverRoutes({ ask, entries, reader }),
    ...discoverDiscussionRoutes({ rooms, entries, links }),
    ...entryCountRoutes({ ...deps, entries }),
  ];
}

/** The panel of businesses, what they have shown, and the operators who decide about both. */
function businessRoutes(deps: HttpDeps): Route[] {
  const sponsoring = { ...deps, ...createSponsoredDesk(deps) };
  const { consoleKey, uploadLinkTtlS } = deps.config;
  return [
    ...panelLinkRoutes(deps),
    ...panelRoutes(deps),
    ...organizationRoutes(deps),
    ...panelGroupRoutes(deps),
    ...panelTeamRoutes(deps),
    ...(consoleKey === null ? [] : [...consolePanelRoutes(deps), ...consoleSponsoredRoutes(sponsoring)]),
    ...sponsoredRoutes({ ...sponsoring, uploadLinkTtlS }),
    ...sponsoredDaysRoutes(deps),
    ...sponsoredOfferRoutes(sponsoring),
  ];
}
