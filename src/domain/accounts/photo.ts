import { isObjectKey } from './object-key.js';

/** A square picture of somebody or of a room, as two files in the object store. */
export interface Photo {
  id: string;
  key: string;
  thumbKey: string;
  contentType: PhotoType;
  byteSize: number;
  /** Length of a side; null when it was not said. */
  sizePx: number | null;
  createdAt: number;
}

export const photoTypes = ['image/jpeg', 'image/webp', 'image/png'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** A photo and whether it is its owner's face. */
export interface OwnedPhoto {
  photo: Photo;
  isPrimary: boolean;
}

/** Bytes of one file of an account's photo. */
export const PHOTO_BYTES_MAX = 8_388_608;
export const ROOM_PHOTO_BYTES_MAX = 8_000_000;
export const PHOTO_SIDE_MAX = 4_096;
/** An account keeps at most this many: its actor holds them all. */
export const PHOTOS_MAX = 500;

const extensions: Record<PhotoType, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

const ACCOUNTS = 'avatars/';
const ROOMS = 'room-avatars/';

/** Where the photos of an account lie. */
export const accountPhotoFolder = (account: string): string => `${ACCOUNTS}${account}/`;

/** Where the photos of a room lie. */
export const roomPhotoFolder = (room: string): string => `${ROOMS}${room}/`;

export const isAccountPhoto = (key: string): boolean => key.startsWith(ACCOUNTS);

/** Of a person or a room. */
export const isPhoto = (key: string): boolean => isAccountPhoto(key) || key.startsWith(ROOMS);

/** Both files of one photo share its id. */
export function photoKeys(folder: string, id: string, type: PhotoType): { key: string; thumbKey: string } {
  const extension = extensions[type];
  return { key: `${folder}${id}.${extension}`, thumbKey: `${folder}${id}-thumb.${extension}` };
}

/** A key in that very folder. What is no key of ours (dots, doubled or encoded slashes) lies in none. */
export const liesIn = (folder: string, key: string): boolean => key.startsWith(folder) && isObjectKey(key);
