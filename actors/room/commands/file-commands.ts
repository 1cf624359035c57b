/** Commands about files: upload links, the photos of the room, view-once files, files that fail the check. */
import type { Caller } from '#src/domain/accounts/account.js';
import type { OwnedPhoto, Photo, PhotoType } from '#src/domain/accounts/photo.js';
import type { Refusal } from '#src/errors.js';

/** A photo as it is registered. */
export type NewRoomPhoto = Pick<Photo, 'key' | 'thumbKey' | 'contentType' | 'byteSize' | 'sizePx'>;

/** `unfit`: the invalid fields, reported last. */
export type FileCommand =
  /** Members: two files that a message may carry. */
  | { type: 'presign_media'; by: Caller; contentType: string; thumbType: string; bytesMax: number; unfit?: Refusal }
  /** Members. */
  | { type: 'presign_document'; by: Caller; contentType: string; unfit?: Refusal }
  /** Admins; in a DM either side. So are all that change photos. */
  | { type: 'presign_room_photo'; by: Caller; contentType: PhotoType; unfit?: Refusal }
  | { type: 'add_room_photo'; by: Caller; photo: NewRoomPhoto | null; isPrimary: boolean; unfit?: Refusal }
  | { type: 'choose_room_photo'; by: Caller; id: string }
  | { type: 'delete_room_photo'; by: Caller; id: string }
  /** Anybody with a username, member or not. */
  | { type: 'list_room_photos'; by: Caller }
  /** For a recipient of the message, once; for the same session again for a while. */
  | { type: 'open_once'; by: Caller; messageId: string }
  /** The check of an upload: the file differs from its declaration and is removed. `use`: row seq or photo id. */
  | { type: 'remove_file'; key: string; use: number | string };

/** A key with all that its link is signed for. */
export interface UploadTarget {
  key: string;
  contentType: string;
  bytesMax: number;
}

export interface FileReplies {
  presign_media: { full: UploadTarget; thumb: UploadTarget };
  presign_document: UploadTarget;
  presign_room_photo: { full: UploadTarget; thumb: UploadTarget };
  add_room_photo: OwnedPhoto;
  choose_room_photo: OwnedPhoto;
  delete_room_photo: null;
  list_room_photos: { photos: OwnedPhoto[] };
  /** A link may live so long, and no longer. */
  open_once: { key: string; expiresInMs: number };
  remove_file: null;
}
