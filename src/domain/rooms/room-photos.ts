/** The photos of a room, newest first, and its avatar. */

import type { OwnedPhoto, Photo } from '../accounts/photo.js';

export interface RoomPhotos {
  photos: Photo[];
  avatar: string | null;
}

/** The head holds the photos, so that their number would slow every read of the head. */
export const ROOM_PHOTOS_MAX = 100;

export const withPhoto = ({ photos, avatar }: RoomPhotos, photo: Photo, isPrimary: boolean): RoomPhotos => ({
  photos: [photo, ...photos],
  avatar: isPrimary || avatar === null ? photo.id : avatar,
});

export function withoutPhoto({ photos, avatar }: RoomPhotos, id: string): RoomPhotos {
  const left = photos.filter((photo) => photo.id !== id);
  return { photos: left, avatar: avatar === id ? (left[0]?.id ?? null) : avatar };
}

export const primaryPhotoOf = ({ photos, avatar }: RoomPhotos): Photo | null =>
  photos.find(({ id }) => id === avatar) ?? null;

/** The avatar first, then newest first. */
export function inOrder(all: RoomPhotos): OwnedPhoto[] {
  const primary = primaryPhotoOf(all);
  const others = all.photos.filter((photo) => photo !== primary).map((photo) => ({ photo, isPrimary: false }));
  return primary ? [{ photo: primary, isPrimary: true }, ...others] : others;
}
