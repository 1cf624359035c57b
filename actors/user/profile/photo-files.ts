/**
 * The two files of a photo, from their links to their end: kept and let go in the commit of the photo they belong to.
 */

import { commandRead } from '#actors/runtime/command-read.js';
import type { Turn } from '#actors/runtime/kind.js';
import { keepFile, releaseFile, writePresigned } from '#actors/writers/commands.js';
import {
  accountPhotoFolder,
  isInFolder,
  PHOTO_BYTES_MAX,
  type Photo,
  type PhotoType,
  photoKeys,
} from '#src/domain/accounts/photo.js';
import { isUsable, presignedFile, type StoredFile } from '#src/domain/messages/file.js';
import type { Write } from '#src/store/store.js';
import type { CommandOf } from '../handler.js';
import type { UserState } from '../user-state.js';

type Uses = CommandOf<'add_photo' | 'delete_photo' | 'drop_photo'>;
type Keys = Pick<Photo, 'key' | 'thumbKey'>;
type Files = Map<string, StoredFile>;

export const FOREIGN_KEY_MESSAGE = "must be this account's own upload";

/** The names of two files, and the records of their links. */
export function presigned(account: string, contentType: PhotoType, { env, now }: Turn) {
  const keys = photoKeys(accountPhotoFolder(account), env.uuid(), contentType);
  const about = { by: account, owner: account, at: now, contentType, maxBytes: PHOTO_BYTES_MAX };
  const writes = keysOf(keys).map((_id) => writePresigned(presignedFile({ _id, ...about })));
  return { keys, writes };
}

const keysOf = ({ key, thumbKey }: Keys): string[] => [...new Set([key, thumbKey])];

/** The records of both files: the transaction names only existing ones, and is decided again when that changes. */
export const photoFiles = commandRead(async (reader, command: Uses, { id, photos }: UserState): Promise<Files> => {
  const photo = command.type === 'add_photo' ? command.upload : photos?.get(command.photoId);
  const folder = accountPhotoFolder(id);
  const keys = photo ? keysOf(photo).filter((key) => isInFolder(folder, key)) : [];
  const files = await reader.getMany<StoredFile>('files', keys);
  return new Map(files.flatMap((file) => (file ? [[file._id, file]] : [])));
});

const fileOf = (state: UserState, command: Uses, key: string) => photoFiles.of(state, command).get(key);

/**
 * Fields whose key is not of the account's own folder, or names a file that is about to go. Whether a link was ever
 * asked for does not matter: the folder is the account's.
 */
export function foreignKeys(state: UserState, command: CommandOf<'add_photo'>): string[] {
  const { key, thumbKey } = command.upload;
  const folder = accountPhotoFolder(state.id);
  const isForeign = (named: string): boolean => {
    const file = fileOf(state, command, named);
    return !isInFolder(folder, named) || (file !== undefined && !isUsable(file));
  };
  return [...(isForeign(key) ? ['key'] : []), ...(isForeign(thumbKey) ? ['thumb_key'] : [])];
}

export function keptFiles(state: UserState, command: CommandOf<'add_photo'>, photo: Photo, { now }: Turn): Write[] {
  return keysOf(photo).flatMap((key) => {
    const use = { key, owner: state.id, by: photo.id };
    const byteSize = key === photo.key ? photo.byteSize : PHOTO_BYTES_MAX;
    const [used, kept] = keepFile(use, now, { byteSize }) as [Write, Write];
    const file = fileOf(state, command, key);
    if (!file) return [used, adopted(state, photo, key, now)];
    return file.state === 'presigned' ? [used, kept] : [used];
  });
}

/** A file whose link is not remembered: it is known from now on. */
function adopted({ id }: UserState, { contentType }: Photo, key: string, now: number): Write {
  const about = { by: id, owner: id, at: now, contentType, maxBytes: PHOTO_BYTES_MAX };
  const doc: StoredFile = { ...presignedFile({ _id: key, ...about }), state: 'kept', dueAt: now };
  return { op: 'put', in: 'files', doc: { ...doc }, guard: { absent: true } };
}

export function releasedFiles(
  state: UserState,
  command: CommandOf<'delete_photo' | 'drop_photo'>,
  photo: Photo,
  { now }: Turn,
): Write[] {
  return keysOf(photo).flatMap((key) => {
    const [unused, due] = releaseFile({ key, owner: state.id, by: photo.id }, now) as [Write, Write];
    return fileOf(state, command, key) ? [unused, due] : [unused];
  });
}
