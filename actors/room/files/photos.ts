/** The photos of a room. Any admin keeps them; in a direct chat either side. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { isInFolder, type OwnedPhoto, type Photo, roomPhotoFolder } from '#src/domain/accounts/photo.js';
import type { Fact } from '#src/domain/log/log.js';
import { isLost, type StoredFile } from '#src/domain/messages/file.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { inOrder, ROOM_PHOTOS_MAX, type RoomPhotos, withoutPhoto, withPhoto } from '#src/domain/rooms/room-photos.js';
import type { Doc } from '#src/store/store.js';
import { adminOr, exists, isRefused, memberOr } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type Changing = 'add_room_photo' | 'choose_room_photo' | 'delete_room_photo';

export function photoKeeperOr(state: RoomState, by: Caller): Member | ReturnType<typeof refuse> {
  return exists(state) && state.head.kind === 'dm' ? memberOr(state, by) : adminOr(state, by);
}

const photosOf = ({ photos, avatar }: Head): RoomPhotos => ({ photos, avatar });

function listPhotos(state: RoomState): Handled {
  return exists(state) ? reply({ photos: inOrder(photosOf(state.head)) }) : refuse('room_not_found');
}

function addNeeds(needs: Needs, { by, photo }: CommandOf<'add_room_photo'>): void {
  needs.member(by.accountId);
  if (!photo) return;
  const keys = [photo.key, photo.thumbKey];
  needs.once('files', async (reader) => {
    const files = await reader.getMany<StoredFile & Doc>('files', keys);
    return new Map(keys.map((key, at) => [key, files[at] ?? null]));
  });
}

function addPhoto(state: RoomState, command: CommandOf<'add_room_photo'>, turn: Turn): Handled {
  const { by, photo, isPrimary, unfit } = command;
  const keeper = photoKeeperOr(state, by);
  if (isRefused(keeper)) return keeper;
  if (unfit || !photo) return { kind: 'refuse', refusal: unfit ?? { code: 'validation_failed' } };
  const before = photosOf(state.head as Head);
  const fields = keyProblems(state, command);
  if (fields) return refuse('validation_failed', { fields });
  const known = before.photos.find(({ key }) => key === photo.key);
  // The same request again, after its answer was lost.
  if (known) return reply(owned(known, before));
  if (before.photos.length >= ROOM_PHOTOS_MAX) {
    return refuse('invalid_state', { message: `A room has at most ${ROOM_PHOTOS_MAX} photos.` });
  }
  const added: Photo = { ...photo, id: turn.env.uuid(), createdAt: turn.now };
  const after = withPhoto(before, added, isPrimary);
  return changed(by, { type: 'photo_added', photo: added, ...after }, owned(added, after));
}

/** Keys of this room's own folder that are not being removed. The uploader does not matter: admins share the folder. */
function keyProblems(state: RoomState, command: CommandOf<'add_room_photo'>): Record<string, string[]> | null {
  const { photo } = command;
  const files = state.readsFor(command).files;
  const folder = roomPhotoFolder(state.id);
  const isFit = (key: string): boolean => isInFolder(folder, key) && !isLost(files?.get(key));
  const problems = ["must be this room's own upload"];
  const fields: Record<string, string[]> = {};
  if (!isFit(photo?.key ?? '')) fields.key = problems;
  if (!isFit(photo?.thumbKey ?? '') || photo?.thumbKey === photo?.key) fields.thumb_key = problems;
  return Object.keys(fields).length > 0 ? fields : null;
}

function choosePhoto(state: RoomState, { by, id }: CommandOf<'choose_room_photo'>): Handled {
  const found = photoOr(state, by, id);
  if ('kind' in found) return found;
  const { photos, avatar } = photosOf(state.head as Head);
  const after = { photos, avatar: id };
  if (avatar === id) return reply(owned(found, after));
  return changed(by, { type: 'photo_primary_changed', ...after }, owned(found, after));
}

function deletePhoto(state: RoomState, { by, id }: CommandOf<'delete_room_photo'>): Handled {
  const found = photoOr(state, by, id);
  if ('kind' in found) return found;
  return changed(by, removal(state, found), null);
}

export const removal = (state: RoomState, photo: Photo): Fact => ({
  type: 'photo_removed',
  photo,
  ...withoutPhoto(photosOf(state.head as Head), photo.id),
});

function photoOr(state: RoomState, by: Caller, id: string): Photo | ReturnType<typeof refuse> {
  const keeper = photoKeeperOr(state, by);
  if (isRefused(keeper)) return keeper;
  return (state.head as Head).photos.find((photo) => photo.id === id) ?? refuse('not_found');
}

const owned = (photo: Photo, { avatar }: RoomPhotos): OwnedPhoto => ({ photo, isPrimary: avatar === photo.id });

const changed = (by: Caller, fact: Fact, answer: unknown): Handled => ({
  kind: 'commit',
  by: by.accountId,
  facts: [fact],
  reply: () => answer,
});

const needs = (needs: Needs, { by }: { by: Caller }) => void needs.member(by.accountId);

export const photoHandlers: Handlers<Changing | 'list_room_photos'> = {
  list_room_photos: { needs, handle: listPhotos },
  add_room_photo: { needs: addNeeds, handle: addPhoto },
  choose_room_photo: { needs, handle: choosePhoto },
  delete_room_photo: { needs, handle: deletePhoto },
};
