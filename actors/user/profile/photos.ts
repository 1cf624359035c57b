/**
 * The photos of an account. Which one is primary stands in the account's own document and nowhere else, so that there
 * is one whenever there are photos, and never two. Memory holds them all once one has been asked for.
 */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { ActorIo, Output, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/accounts/account.js';
import { type OwnedPhoto, PHOTOS_MAX, type Photo } from '#src/domain/accounts/photo.js';
import type { Write } from '#src/store/store.js';
import type { PhotoCommand, PhotoDoc } from '../commands/photo-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, toUser, type UserState } from '../user-state.js';
import { FOREIGN_KEY_MESSAGE, foreignKeys, keptFiles, photoFiles, presigned, releasedFiles } from './photo-files.js';

type Photos = ReadonlyMap<string, Photo>;
type AddPhoto = CommandOf<'add_photo'>;
type DeletePhoto = CommandOf<'delete_photo' | 'drop_photo'>;

/** Read once. From then on every change goes through this memory, and the account's version guards it. */
function photosNeeds(state: UserState, _: PhotoCommand, { reader }: ActorIo): Promise<Supply<UserState>> | null {
  if (state.photos) return null;
  const range = { index: 'byOwner', prefix: [state.id], limit: 2 * PHOTOS_MAX };
  return reader.range<PhotoDoc>('photos', range).then((docs) => (into) => {
    into.photos ??= new Map(docs.map(({ photo }) => [photo.id, photo]));
    return true;
  });
}

const photosOf = ({ photos }: UserState): Map<string, Photo> => photos ?? new Map();

const newestFirst = (photos: Photos): Photo[] => [...photos.values()].sort((a, b) => b.createdAt - a.createdAt);

const owned = ({ photo: primary }: Account, photo: Photo): OwnedPhoto => ({
  photo,
  isPrimary: primary?.id === photo.id,
});

function uploadNeeds(state: UserState, command: AddPhoto, io: ActorIo): Promise<Supply<UserState>> | null {
  return photosNeeds(state, command, io) ?? photoFiles.load(state, command, io);
}

function deletionNeeds(state: UserState, command: DeletePhoto, io: ActorIo): Promise<Supply<UserState>> | null {
  const reading = photosNeeds(state, command, io);
  if (reading) return reading;
  return photosOf(state).has(command.photoId) ? photoFiles.load(state, command, io) : null;
}

function presignPhoto(state: UserState, { contentType }: CommandOf<'presign_photo'>, turn: Turn): Turned {
  if (!state.account) return refuse('unauthorized');
  const { keys, writes } = presigned(state.id, contentType, turn);
  return { kind: 'commit', unit: { writes }, reply: keys, outputs: [] };
}

function listPhotos(state: UserState): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const all = newestFirst(photosOf(state)).map((photo) => owned(account, photo));
  return reply([...all.filter(({ isPrimary }) => isPrimary), ...all.filter(({ isPrimary }) => !isPrimary)]);
}

/** The same files again are the same photo: an answer may have been lost. */
function addPhoto(state: UserState, command: AddPhoto, turn: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const { upload, primary } = command;
  const photos = photosOf(state);
  const known = [...photos.values()].find(({ key }) => key === upload.key);
  if (known) return reply(owned(account, known));
  const foreign = foreignKeys(state, command);
  if (foreign.length > 0) {
    const fields = Object.fromEntries(foreign.map((name) => [name, [FOREIGN_KEY_MESSAGE]]));
    return refuse('validation_failed', { fields });
  }
  if (photos.size >= PHOTOS_MAX) {
    return refuse('invalid_state', { message: `An account has at most ${PHOTOS_MAX} photos. Delete one first.` });
  }
  const photo: Photo = { id: turn.env.uuid(), ...upload, createdAt: nextMoment(photos, turn.now) };
  const becomesPrimary = primary || !account.photo;
  photos.set(photo.id, photo);
  const doc: PhotoDoc = { _id: photo.id, owner: account._id, at: photo.createdAt, photo };
  const put: Write = { op: 'put', in: 'photos', doc: { ...doc }, guard: { absent: true } };
  const writes = [put, ...keptFiles(state, command, photo, turn)];
  const unit = change(state, account, becomesPrimary ? { photo } : {}, writes);
  const outputs = becomesPrimary ? [avatarEvent(account)] : [];
  return { kind: 'commit', unit, reply: { photo, isPrimary: becomesPrimary }, outputs };
}

/** No two of them were made at the same time: newest first is one order. */
function nextMoment(photos: Photos, now: number): number {
  return Math.max(now, ...[...photos.values()].map(({ createdAt }) => createdAt + 1));
}

function choosePhoto(state: UserState, { photoId }: CommandOf<'choose_photo'>): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const photo = photosOf(state).get(photoId);
  if (!photo) return refuse('not_found');
  if (account.photo?.id === photoId) return reply({ photo, isPrimary: true });
  const unit = change(state, account, { photo }, []);
  return { kind: 'commit', unit, reply: { photo, isPrimary: true }, outputs: [avatarEvent(account)] };
}

/** The files are deleted after the record; a crash in between does not lose track of them. */
function deletePhoto(state: UserState, command: DeletePhoto, turn: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const { photoId } = command;
  const photos = photosOf(state);
  const photo = photos.get(photoId);
  if (!photo) return refuse('not_found');
  photos.delete(photoId);
  const wasPrimary = account.photo?.id === photoId;
  const fields = wasPrimary ? { photo: newestFirst(photos)[0] ?? null } : {};
  const del: Write = { op: 'del', in: 'photos', id: photoId };
  const unit = change(state, account, fields, [del, ...releasedFiles(state, command, photo, turn)]);
  return { kind: 'commit', unit, reply: null, outputs: [avatarEvent(account)] };
}

/** Everybody who sees the account may see another photo now. */
export const avatarEvent = ({ _id }: Account): Output => toUser({ to: _id, type: 'face' });

export const photoHandlers: Handlers<PhotoCommand['type']> = {
  presign_photo: { handle: presignPhoto },
  list_photos: { needs: photosNeeds, handle: listPhotos },
  add_photo: { needs: uploadNeeds, handle: addPhoto },
  choose_photo: { needs: photosNeeds, handle: choosePhoto },
  delete_photo: { needs: deletionNeeds, handle: deletePhoto },
  drop_photo: { needs: deletionNeeds, handle: deletePhoto },
};
