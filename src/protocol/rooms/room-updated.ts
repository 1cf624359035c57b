import type { Photo } from '#src/domain/accounts/photo.js';
import type { RoomSettings } from '#src/domain/rooms/room.js';
import type { FileLinks } from '../present/file-links.js';
import { presentPhoto } from '../present/photo.js';
import { presentChanges } from '../present/room.js';

/** The changes of a room: sent settings, the new denied keys of members, a new avatar or null. */
export interface RoomChanges {
  settings: Partial<RoomSettings>;
  denied?: string[];
  avatar?: Photo | null;
}

export const roomUpdated = ({ settings, denied, avatar }: RoomChanges, { picture }: FileLinks) => ({
  changes: {
    ...presentChanges(settings),
    ...(denied ? { member_denied: denied } : {}),
    ...(avatar === undefined ? {} : { avatar: avatar && presentPhoto({ photo: avatar, isPrimary: true }, picture) }),
  },
});
