import { isObjectKey } from './object-key.js';

/** A square picture of an account or a room, as two files in the object store. */
export interface Photo {
  id: string;
  key: string;
  thumbKey: string;
  contentType: PhotoType;
  byteSize: number;
  /** Length of a side; null if the client did not send it. */
  sizePx: number | null;
  createdAt: number;
}

export const photoTypes = ['image/jpeg', 'image/webp', 'image/png'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** A photo, and whether it is its owner's avatar. */
export interface OwnedPhoto {
  photo: Photo;
  isPrimary: boolean;
}

/** Bound of one file of an account's photo. */
export const PHOTO_BYTES_MAX = 8_388_608;
export const ROOM_PHOTO_BYTES_MAX = 8_000_000;
export const PHOTO_SIDE_MAX = 4_096;
/** An account has at most this many photos, because its actor holds all of them in memory. */
export const PHOTOS_MAX = 500;

const extensions: Record<PhotoType, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

const ACCOUNTS = 'avatars/';
const ROOMS = 'room-avatars/';

/** The folder of an account's photos. */
export const accountPhotoFolder = (account: string): string => `${ACCOUNTS}${account}/`;

/** The folder of a room's photos. */
export const roomPhotoFolder = (room: string): string => `${ROOMS}${room}/`;

export const isAccountPhoto = (key: string): boolean => key.startsWith(ACCOUNTS);

/** Whether the key is that of a photo, of an account or a room. */
export const isPhoto = (key: string): boolean => isAccountPhoto(key) || key.startsWith(ROOMS);

/** The two keys of a photo share its id. */
export function photoKeys(folder: string, id: string, type: PhotoType): { key: string; thumbKey: string } {
  const extension = extensions[type];
  return { key: `${folder}${id}.${extension}`, thumbKey: `${folder}${id}-thumb.${extension}` };
}

/** Whether the key is in that folder. An invalid key (dots, doubled or encoded slashes) is in no folder. */
export const isInFolder = (folder: string, key: string): boolean => key.startsWith(folder) && isObjectKey(key);
