/** Photos of a room: links for two files, then the photo with their keys. */
import { ROOM_PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import { type NewPhotoBody, newPhotoKeys, presignAnswer, presignPhotoBody } from '../accounts/photos.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object } from '../schema/kinds.js';
import { avatarShape } from '../shapes/photo.js';

const tag = 'Room photos';
const onePhoto = object({ avatar: avatarShape.required() });

export const roomPhotoEndpoints = {
  listRoomPhotos: endpoint({
    id: 'listRoomPhotos',
    method: 'get',
    path: '/api/rooms/{slug}/avatars',
    tag,
    summary: 'List the photos of a room',
    description: 'The primary one first, then newest first, with fresh links. Members and others.',
    access: 'bearer',
    answers: { 200: { description: 'The list.', shape: object({ avatars: list(avatarShape).required() }) } },
    refusals: ['room_not_found'],
  }),
  presignRoomPhoto: endpoint({
    id: 'presignRoomPhoto',
    method: 'post',
    path: '/api/rooms/{slug}/avatars/presign',
    tag,
    summary: 'Create two links for the upload of a photo and its thumbnail',
    description: 'Admins; in a direct chat either side. An upload that is not registered within a day is removed.',
    access: 'username',
    body: presignPhotoBody,
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: { 200: { description: 'The links.', shape: presignAnswer } },
    refusals: ['not_admin', 'room_not_found'],
  }),
  addRoomPhoto: endpoint({
    id: 'addRoomPhoto',
    method: 'post',
    path: '/api/rooms/{slug}/avatars',
    tag,
    summary: 'Register a photo that was uploaded',
    description:
      'It becomes the primary one unless `primary` is `false` and there is one already. The same key again answers the same photo.',
    access: 'username',
    body: object<NewPhotoBody>(newPhotoKeys(ROOM_PHOTO_BYTES_MAX)).label('NewRoomPhoto'),
    fieldsLast: true,
    answers: { 201: { description: 'The photo.', shape: onePhoto } },
    refusals: ['not_admin', 'room_not_found', 'invalid_state', 'blocked'],
  }),
  chooseRoomPhoto: endpoint({
    id: 'chooseRoomPhoto',
    method: 'put',
    path: '/api/rooms/{slug}/avatars/{id}/primary',
    tag,
    summary: 'Make a photo the primary one',
    description: 'For admins of the room. It takes the place of the one that was primary until now.',
    access: 'username',
    answers: { 200: { description: 'The photo.', shape: onePhoto } },
    refusals: ['not_admin', 'not_found', 'room_not_found', 'blocked'],
  }),
  deleteRoomPhoto: endpoint({
    id: 'deleteRoomPhoto',
    method: 'delete',
    path: '/api/rooms/{slug}/avatars/{id}',
    tag,
    summary: 'Delete a photo and its files',
    description: 'The newest of the others takes the place of a primary one.',
    access: 'username',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['not_admin', 'not_found', 'room_not_found', 'blocked'],
  }),
};
