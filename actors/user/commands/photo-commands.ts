/** Commands about the photos of an account, all but one from its owner. */
import type { OwnedPhoto, Photo, PhotoType } from '#src/domain/accounts/photo.js';
import type { Doc } from '#src/store/store.js';

/** The owner's description of two uploaded files. */
export type PhotoUpload = Pick<Photo, 'key' | 'thumbKey' | 'contentType' | 'byteSize' | 'sizePx'>;

export type PhotoCommand =
  /** Names for two files to come. No photo yet. */
  | { type: 'presign_photo'; contentType: PhotoType }
  /** The primary one first, then newest first. */
  | { type: 'list_photos' }
  /** The first photo is the primary one, regardless of `primary`. */
  | { type: 'add_photo'; upload: PhotoUpload; primary: boolean }
  | { type: 'choose_photo'; photoId: string }
  /** The newest of the others takes the place of a primary one. */
  | { type: 'delete_photo'; photoId: string }
  /** The sweep: a file of the photo is larger than it may be. Also while the account is suspended. */
  | { type: 'drop_photo'; photoId: string };

export interface PhotoReplies {
  presign_photo: { key: string; thumbKey: string };
  list_photos: OwnedPhoto[];
  add_photo: OwnedPhoto;
  choose_photo: OwnedPhoto;
  delete_photo: null;
  drop_photo: null;
}

/** As it lies in `photos`; `at` repeats when it was made, for the index. */
export interface PhotoDoc extends Doc {
  owner: string;
  at: number;
  photo: Photo;
}
