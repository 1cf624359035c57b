import type { FileLinks } from '#src/protocol/present/file-links.js';
import { permissionsChanged, roomFlags, roomGone, roomNew } from '#src/protocol/socket/events.js';
import type { Connections } from '../connection/connections.js';
import type { GatewayEvent } from '../gateway-deps.js';
import type { Handshake } from '../handshake/handshake.js';
import type { Departures } from '../rooms/departures.js';
import type { Memberships } from '../rooms/memberships.js';
import { eventFrame } from '../transport/frames.js';
import type { AvatarBroadcaster } from './avatar-broadcaster.js';
import type { DmBroadcaster } from './dm-broadcaster.js';
import type { OnlinePresence } from './online-presence.js';
import type { StarBroadcaster } from './star-broadcaster.js';
import type { Typing } from './typing.js';

export interface UserEventTargets {
  connections: Connections;
  departures: Departures;
  handshake: Handshake;
  memberships: Memberships;
  links: FileLinks;
  starBroadcaster: StarBroadcaster;
  dmBroadcaster: DmBroadcaster;
  avatarBroadcaster: AvatarBroadcaster;
  presence: OnlinePresence;
  typing: Typing;
}

/** User events of actors: sent to the sockets of their accounts, and applied to this gateway. */
export function dispatchUserEvent(deps: UserEventTargets, event: GatewayEvent): void {
  const { connections, handshake, memberships, links, dmBroadcaster, starBroadcaster, avatarBroadcaster } = deps;
  switch (event.type) {
    case 'room:new':
      if (event.room.kind === 'dm') return dmBroadcaster.chatAdded(event.to, event.room);
      return sendToAccount(connections, event.to, eventFrame('room:new', JSON.stringify(roomNew(event.room, links))));
    case 'room:gone':
      deps.departures.hinted(event.to, event.roomId);
      return sendToAccount(
        connections,
        event.to,
        eventFrame('room:gone', JSON.stringify(roomGone(event.slug, event.reason))),
      );
    case 'room:flags':
      return sendToAccount(connections, event.to, eventFrame('room:flags', JSON.stringify(roomFlags(event))));
    case 'permissions:changed': {
      const changed = permissionsChanged(event.slug, event.role, event.permissions);
      return sendToAccount(connections, event.to, eventFrame('permissions:changed', JSON.stringify(changed)));
    }
    case 'presence':
      return deps.presence.remoteChanged(event.to, event.lastSeen);
    case 'peer:presence':
      return deps.presence.peerChanged(event);
    case 'typing':
      return deps.typing.remoteChanged(event);
    case 'face':
      return avatarBroadcaster.avatarChanged(event.to);
    case 'message:read':
      return dmBroadcaster.readAdvanced(event);
    case 'stars':
      return starBroadcaster.balanceChanged(event.to);
    case 'membership':
      return memberships.changed(event.to, event.roomId, event.slug, event.member);
    case 'session:closed': {
      handshake.revoke(event.to, event.sessionIds);
      for (const connection of connections.of(event.to)) {
        const isMeant = event.sessionIds === 'all' || event.sessionIds.includes(connection.caller.sessionId);
        if (isMeant) connection.close(event.reason);
      }
      return;
    }
    case 'language':
      for (const connection of connections.of(event.to)) {
        if (connection.caller.sessionId !== event.sessionId) continue;
        connection.caller = { ...connection.caller, language: event.language };
      }
      return;
    case 'username':
      handshake.rename(event.to, event.username);
      for (const connection of connections.of(event.to)) {
        connection.caller = { ...connection.caller, username: event.username };
      }
  }
}

function sendToAccount(connections: Connections, account: string, frame: Buffer): void {
  for (const connection of connections.of(account)) connection.push(frame);
}
