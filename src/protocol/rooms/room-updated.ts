import type { Photo } from '#src/domain/accounts/photo.js';
import type { RoomSettings } from '#src/domain/rooms/room.js';
import type { FileLinks } from '../present/file-links.js';
import { presentPhoto } from '../present/photo.js';
import { presentChanges } from '../present/room.js';

/** What became of a room: settings that were sent, what members are denied from now on, a new face or none. */
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
