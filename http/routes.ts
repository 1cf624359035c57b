import { authRoutes } from './api/accounts/auth.js';
import { deletionRoutes } from './api/accounts/deletion.js';
import { deviceRoutes } from './api/accounts/device.js';
import { exportRoutes } from './api/accounts/export.js';
import { meRoutes } from './api/accounts/me.js';
import { photoRoutes } from './api/accounts/photos.js';
import { profileRoutes } from './api/accounts/profile.js';
import { sessionRoutes } from './api/accounts/sessions.js';
import { starRoutes } from './api/accounts/stars.js';
import { usernameRoutes } from './api/accounts/usernames.js';
import { botRoutes } from './api/bots/bots.js';
import { consoleRoutes } from './api/console/console.js';
import { consoleAccountRoutes } from './api/console/console-accounts.js';
import { consoleAuditRoutes } from './api/console/console-audit.js';
import { consoleBotRoutes } from './api/console/console-bots.js';
import { consoleContentRoutes } from './api/console/console-content.js';
import { consoleKeyRoutes } from './api/console/console-keys.js';
import { consoleLiveRoutes } from './api/console/console-live.js';
import { consoleLoginRoutes } from './api/console/console-logins.js';
import { consolePanelRoutes } from './api/console/console-panel.js';
import { consoleReportRoutes } from './api/console/console-reports.js';
import { consoleSlotRoutes } from './api/console/console-slots.js';
import { consoleSponsoredRoutes } from './api/console/console-sponsored.js';
import { consoleV1AccountRoutes } from './api/console/console-v1-accounts.js';
import { discoverRoutes } from './api/discover/discover.js';
import { discoverDiscussionRoutes } from './api/discover/discover-discussion.js';
import { entryCountRoutes } from './api/discover/entry-counts.js';
import { shareRoutes } from './api/discover/share.js';
import { inboxRoutes } from './api/messages/inbox.js';
import { linkPreviewRoutes } from './api/messages/link-preview.js';
import { mediaRoutes } from './api/messages/media.js';
import { roomMessageRoutes } from './api/messages/room-messages.js';
import { roomTalkRoutes } from './api/messages/room-talk.js';
import { organizationRoutes } from './api/panel/organization.js';
import { panelRoutes } from './api/panel/panel.js';
import { panelGroupRoutes } from './api/panel/panel-groups.js';
import { panelLinkRoutes } from './api/panel/panel-link.js';
import { panelTeamRoutes } from './api/panel/panel-team.js';
import { blockRoutes } from './api/people/blocks.js';
import { followRoutes } from './api/people/follows.js';
import { peopleRoutes } from './api/people/people.js';
import { banRoutes } from './api/rooms/bans.js';
import { dmRoutes } from './api/rooms/dm.js';
import { inviteRoutes, roomInviteRoutes } from './api/rooms/invites.js';
import { joinRequestRoutes } from './api/rooms/join-requests.js';
import { roomAdminRoutes } from './api/rooms/room-admin.js';
import { roomFlagRoutes } from './api/rooms/room-flags.js';
import { roomMemberRoutes } from './api/rooms/room-members.js';
import { roomPhotoRoutes } from './api/rooms/room-photos.js';
import { roomSearchRoutes } from './api/rooms/room-search.js';
import { roomVanityRoutes } from './api/rooms/room-vanity.js';
import { roomRoutes } from './api/rooms/rooms.js';
import { sponsoredRoutes } from './api/sponsored/sponsored.js';
import { sponsoredDaysRoutes } from './api/sponsored/sponsored-days.js';
import { sponsoredOfferRoutes } from './api/sponsored/sponsored-offers.js';
import { analyticsRoutes } from './api/system/analytics.js';
import { clientConfigRoutes } from './api/system/client-config.js';
import { documentRoutes } from './api/system/documents.js';
import { healthRoutes } from './api/system/health.js';
import { reportRoutes } from './api/system/reports.js';
import { incomingRoutes } from './api/webhooks/incoming.js';
import { webhookRoutes } from './api/webhooks/webhooks.js';
import { createDictionaryClient } from './discover/dictionary-client.js';
import { createEntries } from './discover/entries.js';
import type { HttpDeps } from './http-deps.js';
import { createRoomPresenter } from './presenters/room-presenter.js';
import { createDirectChats } from './rooms/direct-chats.js';
import { withErrorOrder } from './rooms/room-error-order.js';
import { createRoomFinder } from './rooms/room-finder.js';
import type { Route } from './routing/route.js';
import { createSponsoredServices } from './sponsored/sponsored-services.js';

/** All routes of `/api`. Each family takes only its own dependencies. */
export function apiRoutes(deps: HttpDeps): Route[] {
  const { config } = deps;
  const routes = [
    ...accountRoutes(deps),
    ...roomsRoutes(deps),
    ...linkPreviewRoutes(deps),
    ...programRoutes(deps),
    ...analyticsRoutes(deps),
    ...businessRoutes(deps),
    ...operatorRoutes(deps),
    ...clientConfigRoutes({ config, identity: deps.identityProvider }),
    ...healthRoutes(deps.health),
  ];
  return [...routes, ...documentRoutes(routes, config.http.publicUrl)];
}

/** Bots and their webhooks, where the operators want them. */
function programRoutes(deps: HttpDeps): Route[] {
  const { config, rooms, reader } = deps;
  const finder = createRoomFinder({ rooms, reader });
  return [
    ...(config.bots ? botRoutes({ ...deps, finder, publicUrl: config.http.publicUrl }) : []),
    ...(config.webhooks ? [...webhookRoutes({ ...deps, finder }), ...incomingRoutes(deps)] : []),
  ];
}

/** The operator interface; without CONSOLE_KEY there is none. */
function operatorRoutes(deps: HttpDeps): Route[] {
  if (deps.config.consoleKey === null) return [];
  return [
    ...consoleRoutes(deps),
    ...consoleReportRoutes(deps),
    ...consoleAccountRoutes(deps),
    ...consoleV1AccountRoutes(deps),
    ...consoleBotRoutes(deps),
    ...consoleContentRoutes(deps),
    ...consoleKeyRoutes(deps),
    ...consoleAuditRoutes(deps),
    ...consoleLoginRoutes({ ...deps, onProviderError: providerErrors(deps) }),
    ...consoleLiveRoutes(deps),
    ...consoleSlotRoutes(deps),
  ];
}

const providerErrors =
  ({ logger }: HttpDeps) =>
  (code: string, detail: string) =>
    logger.warn({ code, detail }, 'identity provider');

/** One's own account, and other people. */
function accountRoutes(deps: HttpDeps): Route[] {
  const { config, rooms, reader } = deps;
  const dms = createDirectChats({ rooms, reader });
  const presenter = createRoomPresenter(deps);
  const onProviderError = providerErrors(deps);
  return [
    ...authRoutes({ ...deps, devLogin: config.devLogin, onProviderError }),
    ...meRoutes(deps),
    ...deletionRoutes({ ...deps, onProviderError }),
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

/** Rooms, their messages, and the dictionary. */
function roomsRoutes(deps: HttpDeps): Route[] {
  const { config, logger, rooms, reader, links } = deps;
  const { uploadLinkTtlS, documentTtlS, http } = config;
  const finder = createRoomFinder({ rooms, reader });
  const presenter = createRoomPresenter(deps);
  const ask = createDictionaryClient({ ...deps, onError: (reason) => logger.warn({ reason }, 'dictionary') });
  const entries = createEntries({ ...deps, ask });
  const routes = [
    ...reportRoutes({ ...deps, entries, finder, presenter }),
    ...roomSearchRoutes({ ...deps, finder }),
    ...roomRoutes({ ...deps, finder, presenter }),
    ...roomFlagRoutes({ finder }),
    ...roomAdminRoutes({ finder, links, presenter }),
    ...roomMemberRoutes({ ...deps, finder }),
    ...banRoutes({ ...deps, finder }),
    ...joinRequestRoutes({ ...deps, finder }),
    ...roomInviteRoutes({ finder, publicUrl: http.publicUrl }),
    ...roomVanityRoutes({ ...deps, finder, publicUrl: http.publicUrl, price: config.vanityLinkStars }),
    ...inviteRoutes({ rooms, reader, links }),
    ...roomMessageRoutes({ ...deps, finder }),
    ...roomTalkRoutes({ ...deps, finder }),
    ...inboxRoutes(deps),
    ...mediaRoutes({ ...deps, finder, uploadLinkTtlS, documentTtlS }),
    ...roomPhotoRoutes({ ...deps, finder, uploadLinkTtlS }),
    ...shareRoutes({ finder, ask }),
    ...discoverRoutes({ ask, entries, reader }),
    ...discoverDiscussionRoutes({ ...deps, entries }),
    ...entryCountRoutes({ ...deps, entries }),
  ];
  return withErrorOrder(finder, routes);
}

/** The panel of businesses, their items, and the operators' console for both. */
function businessRoutes(deps: HttpDeps): Route[] {
  const sponsoring = { ...deps, ...createSponsoredServices(deps) };
  const { consoleKey, uploadLinkTtlS } = deps.config;
  return [
    ...panelLinkRoutes(deps),
    ...panelRoutes(deps),
    ...organizationRoutes(deps),
    ...panelGroupRoutes(deps),
    ...panelTeamRoutes(deps),
    ...(consoleKey === null ? [] : [...consolePanelRoutes(sponsoring), ...consoleSponsoredRoutes(sponsoring)]),
    ...sponsoredRoutes({ ...sponsoring, uploadLinkTtlS }),
    ...sponsoredDaysRoutes(deps),
    ...sponsoredOfferRoutes(sponsoring),
  ];
}
