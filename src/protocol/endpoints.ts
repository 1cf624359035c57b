import { analyticsEndpoints } from './analytics.js';
import { authEndpoints } from './auth.js';
import { blockEndpoints } from './blocks.js';
import { clientConfigEndpoints } from './client-config.js';
import { consoleEndpoints } from './console.js';
import { consoleLiveEndpoints } from './console-live.js';
import { consolePanelEndpoints } from './console-panel.js';
import { consoleSponsoredEndpoints } from './console-sponsored.js';
import { deletionEndpoints } from './deletion.js';
import { deviceEndpoints } from './device.js';
import { discoverEndpoints, shareEndpoints } from './discover.js';
import { dmEndpoints } from './dm.js';
import type { Endpoint } from './endpoint.js';
import { entryCountEndpoints } from './entry-counts.js';
import { exportEndpoints } from './export.js';
import { linkPreviewEndpoints } from './link-preview.js';
import { lookupEndpoints } from './lookup.js';
import { meEndpoints } from './me.js';
import { mediaEndpoints } from './media.js';
import { messageEndpoints } from './messages.js';
import { organizationEndpoints } from './organization.js';
import { panelEndpoints } from './panel.js';
import { panelLinkEndpoints } from './panel-link.js';
import { panelTeamEndpoints } from './panel-team.js';
import { peopleEndpoints } from './people.js';
import { photoEndpoints } from './photos.js';
import { profileEndpoints } from './profile.js';
import { roomAdminEndpoints } from './room-admin.js';
import { roomDoorEndpoints, roomFlagEndpoints } from './room-doors.js';
import { roomModerationEndpoints } from './room-moderation.js';
import { roomPhotoEndpoints } from './room-photos.js';
import { roomVanityEndpoints } from './room-vanity.js';
import { roomEndpoints } from './rooms.js';
import { sessionEndpoints } from './sessions.js';
import { sponsoredEndpoints } from './sponsored.js';
import { sponsoredDaysEndpoints } from './sponsored-days.js';
import { sponsoredOfferEndpoints } from './sponsored-offers.js';
import { starEndpoints } from './stars.js';
import { systemEndpoints } from './system.js';
import { talkEndpoints } from './talk.js';

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
    lookupEndpoints,
    roomEndpoints,
    roomFlagEndpoints,
    roomAdminEndpoints,
    roomModerationEndpoints,
    roomDoorEndpoints,
    roomVanityEndpoints,
    messageEndpoints,
    talkEndpoints,
    mediaEndpoints,
    roomPhotoEndpoints,
    shareEndpoints,
    discoverEndpoints,
    linkPreviewEndpoints,
    analyticsEndpoints,
    entryCountEndpoints,
    clientConfigEndpoints,
    panelLinkEndpoints,
    panelEndpoints,
    organizationEndpoints,
    panelTeamEndpoints,
    consoleEndpoints,
    consoleLiveEndpoints,
    consolePanelEndpoints,
    sponsoredEndpoints,
    sponsoredDaysEndpoints,
    sponsoredOfferEndpoints,
    consoleSponsoredEndpoints,
    systemEndpoints,
  ].flatMap((group): Endpoint[] => Object.values(group) as unknown as Endpoint[]),
];
