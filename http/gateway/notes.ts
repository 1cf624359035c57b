import type { UserNote } from '#actors/room/commands.js';
import { permissionsChanged, roomFlags, roomGone, roomNew } from '#src/protocol/events.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import type { Connections } from './connections.js';
import type { GatewayNote } from './deps.js';
import type { DmNews } from './dm-news.js';
import type { FaceNews } from './face-news.js';
import { eventFrame } from './frames.js';
import type { Handshake } from './handshake.js';
import type { Memberships } from './memberships.js';
import type { OnlinePresence } from './presence.js';
import type { StarNews } from './star-news.js';
import type { Typing } from './typing.js';

export interface NotesDeps {
  connections: Connections;
  handshake: Handshake;
  memberships: Memberships;
  links: FileLinks;
  starNews: StarNews;
  dmNews: DmNews;
  faceNews: FaceNews;
  presence: OnlinePresence;
  typing: Typing;
}

/** What actors have to say to people: told to their sockets, and acted upon here. */
export function hearNote(deps: NotesDeps, note: GatewayNote): void {
  const { connections, handshake, memberships, links, dmNews, starNews, faceNews } = deps;
  switch (note.type) {
    case 'room:new':
      if (note.room.kind === 'dm') return dmNews.arrived(note.to, note.room);
      return tellAll(connections, note.to, eventFrame('room:new', JSON.stringify(roomNew(note.room, links))));
    case 'room:gone':
      return tellAll(connections, note.to, eventFrame('room:gone', JSON.stringify(roomGone(note.slug, note.reason))));
    case 'room:flags': {
      const flags = roomFlags(note.slug, note.archived, note.muted, note.pinned);
      return tellAll(connections, note.to, eventFrame('room:flags', JSON.stringify(flags)));
    }
    case 'permissions:changed': {
      const changed = permissionsChanged(note.slug, note.role, note.permissions);
      return tellAll(connections, note.to, eventFrame('permissions:changed', JSON.stringify(changed)));
    }
    case 'presence':
      return deps.presence.heard(note.to, note.lastSeen);
    case 'typing':
      return deps.typing.heard(note);
    case 'face':
      return faceNews.changed(note.to);
    case 'message:read':
      return dmNews.read(note);
    case 'stars':
      return starNews.changed(note.to);
    case 'membership':
      return memberships.changed(note.to, note.roomId, note.slug, note.member);
    case 'session:closed': {
      handshake.revoke(note.to, note.sessionIds);
      for (const connection of connections.of(note.to)) {
        const isMeant = note.sessionIds === 'all' || note.sessionIds.includes(connection.caller.sessionId);
        if (isMeant) connection.close(note.reason);
      }
      return;
    }
    case 'language':
      for (const connection of connections.of(note.to)) {
        if (connection.caller.sessionId !== note.sessionId) continue;
        connection.caller = { ...connection.caller, language: note.language };
      }
      return;
    case 'username':
      handshake.rename(note.to, note.username);
      for (const connection of connections.of(note.to)) {
        connection.caller = { ...connection.caller, username: note.username };
      }
  }
}

function tellAll(connections: Connections, account: string, frame: Buffer): void {
  for (const connection of connections.of(account)) connection.push(frame);
}

/** What the gateways of other nodes have to hear; the rest is between the actors and jobs of one node. */
export const isForDevices = ({ type }: UserNote): boolean => type !== 'push:due' && type !== 'device:registered';
