/** Upload links: the uploader is recorded before the link leaves, so that no unknown file can lie there. */

import { refuse } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import { writePresigned } from '#actors/writers/commands.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { photoKeys, ROOM_PHOTO_BYTES_MAX, roomPhotoFolder } from '#src/domain/accounts/photo.js';
import { extensions, presignedFile } from '#src/domain/messages/file.js';
import { type MediaType, THUMB_BYTES_MAX } from '#src/domain/messages/media.js';
import { uploadBytesMax } from '#src/domain/messages/sizes.js';
import { isRefused, memberOr } from '../access/access.js';
import type { UploadTarget } from '../commands/file-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { documentFolder, mediaFolder } from './message-files.js';
import { photoKeeperOr } from './photos.js';

type Upload = 'presign_media' | 'presign_document' | 'presign_room_photo';

function presignMedia(state: RoomState, command: CommandOf<'presign_media'>, turn: Turn): Handled {
  const { by, contentType, thumbType } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if (command.unfit) return { kind: 'refuse', refusal: command.unfit };
  const path = mediaFolder(state.id) + turn.env.uuid();
  const bytesMax = Math.min(command.bytesMax, uploadBytesMax(state.sizes, contentType as MediaType));
  const full = { key: `${path}.${extensions[contentType]}`, contentType, bytesMax };
  const thumb = { key: `${path}-thumb.${extensions[thumbType]}`, contentType: thumbType, bytesMax: THUMB_BYTES_MAX };
  return presigned(state, by, [full, thumb], { full, thumb }, turn);
}

function presignDocument(state: RoomState, command: CommandOf<'presign_document'>, turn: Turn): Handled {
  const { by, contentType } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if (command.unfit) return { kind: 'refuse', refusal: command.unfit };
  const key = `${documentFolder(state.id)}${turn.env.uuid()}.${extensions[contentType]}`;
  const target = { key, contentType, bytesMax: state.sizes.document };
  return presigned(state, by, [target], target, turn);
}

function presignPhoto(state: RoomState, command: CommandOf<'presign_room_photo'>, turn: Turn): Handled {
  const { by, contentType } = command;
  const member = photoKeeperOr(state, by);
  if (isRefused(member)) return member;
  if (command.unfit) return { kind: 'refuse', refusal: command.unfit };
  const { key, thumbKey } = photoKeys(roomPhotoFolder(state.id), turn.env.uuid(), contentType);
  const full = { key, contentType, bytesMax: ROOM_PHOTO_BYTES_MAX };
  const thumb = { key: thumbKey, contentType, bytesMax: ROOM_PHOTO_BYTES_MAX };
  return presigned(state, by, [full, thumb], { full, thumb }, turn);
}

function presigned(state: RoomState, by: Caller, targets: UploadTarget[], reply: unknown, { now }: Turn): Handled {
  if (!targets.every(({ contentType }) => Object.hasOwn(extensions, contentType))) return refuse('invalid_request');
  const writes = targets.map(({ key, contentType, bytesMax }) =>
    writePresigned(
      presignedFile({ _id: key, by: by.accountId, at: now, owner: state.id, contentType, maxBytes: bytesMax }),
    ),
  );
  return { kind: 'writes', writes, reply };
}

const needs = (needs: Needs, { by }: { by: Caller }) => void needs.member(by.accountId);

export const uploadHandlers: Handlers<Upload> = {
  presign_media: { needs, handle: presignMedia },
  presign_document: { needs, handle: presignDocument },
  presign_room_photo: { needs, handle: presignPhoto },
};
