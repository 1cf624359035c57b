/** Facts about files: the photos of a room, and what became of what messages carry. Replay needs no past. */

import type { Photo } from '../accounts/photo.js';
import type { Opening } from '../messages/message.js';
import type { RoomPhotos } from '../rooms/room-photos.js';

export type FileFact =
  /** `photos` and `avatar`: all of them from now on, newest first, and which is the face. */
  | ({ type: 'photo_added'; photo: Photo } & RoomPhotos)
  | ({ type: 'photo_primary_changed' } & RoomPhotos)
  | ({ type: 'photo_removed'; photo: Photo } & RoomPhotos)
  /** `openings`: everybody's so far. `released`: keys that nobody is entitled to see any more. */
  | { type: 'view_once_opened'; row: number; id: string; openings: Opening[]; released: string[] }
  /** `gone`: every key of the row that was removed for what it was; `key` is the newest. */
  | { type: 'file_removed'; row: number; id: string; key: string; gone: string[] };
