import { authEndpoints } from './accounts/auth.js';
import { blockEndpoints } from './accounts/blocks.js';
import { deletionEndpoints } from './accounts/deletion.js';
import { deviceEndpoints } from './accounts/device.js';
import { exportEndpoints } from './accounts/export.js';
import { meEndpoints } from './accounts/me.js';
import { peopleEndpoints } from './accounts/people.js';
import { photoEndpoints } from './accounts/photos.js';
import { profileEndpoints } from './accounts/profile.js';
import { sessionEndpoints } from './accounts/sessions.js';
import { starEndpoints } from './accounts/stars.js';
import { botEndpoints } from './bots/bots.js';
import { consoleEndpoints } from './console/console.js';
import { consoleAccountEndpoints } from './console/console-accounts.js';
import { consoleAuditEndpoints } from './console/console-audit.js';
import { consoleBotEndpoints } from './console/console-bots.js';
import { consoleContentEndpoints } from './console/console-content.js';
import { consoleKeyEndpoints } from './console/console-keys.js';
import { consoleLiveEndpoints } from './console/console-live.js';
import { consoleLoginEndpoints } from './console/console-logins.js';
import { consolePanelEndpoints } from './console/console-panel.js';
import { consoleReportEndpoints } from './console/console-reports.js';
import { consoleSlotEndpoints } from './console/console-slots.js';
import { consoleSponsoredEndpoints } from './console/console-sponsored.js';
import { consoleV1AccountEndpoints } from './console/console-v1-accounts.js';
import { discoverEndpoints, shareEndpoints } from './discover/discover.js';
import { entryCountEndpoints } from './discover/entry-counts.js';
import { inboxEndpoints } from './messages/inbox.js';
import { linkPreviewEndpoints } from './messages/link-preview.js';
import { mediaEndpoints } from './messages/media.js';
import { messageEndpoints } from './messages/messages.js';
import { talkEndpoints } from './messages/talk.js';
import { organizationEndpoints } from './panel/organization.js';
import { panelEndpoints } from './panel/panel.js';
import { panelLinkEndpoints } from './panel/panel-link.js';
import { panelTeamEndpoints } from './panel/panel-team.js';
import { banEndpoints } from './rooms/bans.js';
import { dmEndpoints } from './rooms/dm.js';
import { inviteEndpoints } from './rooms/invites.js';
import { joinRequestEndpoints } from './rooms/join-requests.js';
import { roomAdminEndpoints } from './rooms/room-admin.js';
import { roomFlagEndpoints } from './rooms/room-flags.js';
import { roomMemberEndpoints } from './rooms/room-members.js';
import { roomModerationEndpoints } from './rooms/room-moderation.js';
import { roomPhotoEndpoints } from './rooms/room-photos.js';
import { roomVanityEndpoints } from './rooms/room-vanity.js';
import { roomEndpoints } from './rooms/rooms.js';
import { searchEndpoints } from './rooms/search.js';
import type { Endpoint } from './schema/endpoint.js';
import { sponsoredEndpoints } from './sponsored/sponsored.js';
import { sponsoredDaysEndpoints } from './sponsored/sponsored-days.js';
import { sponsoredOfferEndpoints } from './sponsored/sponsored-offers.js';
import { analyticsEndpoints } from './system/analytics.js';
import { clientConfigEndpoints } from './system/client-config.js';
import { systemEndpoints } from './system/system.js';
import { webhookEndpoints } from './webhooks/webhooks.js';

/** Every endpoint of `/api`, in the order of the documents. */
export const endpoints: readonly Endpoint[] = [
  ...[
    authEndpoints,
    meEndpoints,
    deletionEndpoints,
    exportEndpoints,
    profileEndpoints,
    starEndpoints,
    peopleEndpoints,
    photoEndpoints,
    sessionEndpoints,
    deviceEndpoints,
    blockEndpoints,
    dmEndpoints,
    searchEndpoints,
    roomEndpoints,
    roomFlagEndpoints,
    roomAdminEndpoints,
    roomModerationEndpoints,
    roomMemberEndpoints,
    banEndpoints,
    joinRequestEndpoints,
    inviteEndpoints,
    roomVanityEndpoints,
    messageEndpoints,
    talkEndpoints,
    inboxEndpoints,
    mediaEndpoints,
    roomPhotoEndpoints,
    shareEndpoints,
    discoverEndpoints,
    linkPreviewEndpoints,
    botEndpoints,
    webhookEndpoints,
    analyticsEndpoints,
    entryCountEndpoints,
    clientConfigEndpoints,
    panelLinkEndpoints,
    panelEndpoints,
    organizationEndpoints,
    panelTeamEndpoints,
    consoleEndpoints,
    consoleReportEndpoints,
    consoleAccountEndpoints,
    consoleV1AccountEndpoints,
    consoleBotEndpoints,
    consoleContentEndpoints,
    consoleKeyEndpoints,
    consoleLoginEndpoints,
    consoleAuditEndpoints,
    consoleLiveEndpoints,
    consoleSlotEndpoints,
    consolePanelEndpoints,
    sponsoredEndpoints,
    sponsoredDaysEndpoints,
    sponsoredOfferEndpoints,
    consoleSponsoredEndpoints,
    systemEndpoints,
  ].flatMap((group): Endpoint[] => Object.values(group) as unknown as Endpoint[]),
];
