/** Facts about files: the photos of a room, and the files of messages. Replay needs no earlier state. */

import type { Photo } from '../accounts/photo.js';
import type { Opening } from '../messages/message.js';
import type { RoomPhotos } from '../rooms/room-photos.js';

export type FileFact =
  /** `photos`: the complete new list, newest first. `avatar`: the primary one. */
  | ({ type: 'photo_added'; photo: Photo } & RoomPhotos)
  | ({ type: 'photo_primary_changed' } & RoomPhotos)
  | ({ type: 'photo_removed'; photo: Photo } & RoomPhotos)
  /** `openings`: the complete list so far. `released`: keys that no account may open any more. */
  | { type: 'view_once_opened'; row: number; id: string; openings: Opening[]; released: string[] }
  /** `gone`: all keys of the row that were removed after the check of their content; `key` is the newest. */
  | { type: 'file_removed'; row: number; id: string; key: string; gone: string[] };
