/** Which of a room's photos is its face, whatever is done to them. Newest first. */
import type { RoomPhotos } from './file-facts.js';
import type { OwnedPhoto, Photo } from './photo.js';

/** They are kept with the room itself; more than anybody looks through would burden every look at it. */
export const ROOM_PHOTOS_MAX = 100;

export const withPhoto = ({ photos, avatar }: RoomPhotos, photo: Photo, isPrimary: boolean): RoomPhotos => ({
  photos: [photo, ...photos],
  avatar: isPrimary || avatar === null ? photo.id : avatar,
});

export function withoutPhoto({ photos, avatar }: RoomPhotos, id: string): RoomPhotos {
  const left = photos.filter((photo) => photo.id !== id);
  return { photos: left, avatar: avatar === id ? (left[0]?.id ?? null) : avatar };
}

export const faceOf = ({ photos, avatar }: RoomPhotos): Photo | null => photos.find(({ id }) => id === avatar) ?? null;

/** The face first, then newest first. */
export function inOrder(all: RoomPhotos): OwnedPhoto[] {
  const face = faceOf(all);
  const others = all.photos.filter((photo) => photo !== face).map((photo) => ({ photo, isPrimary: false }));
  return face ? [{ photo: face, isPrimary: true }, ...others] : others;
}
