/** Photos of the own account: links for two files, then the photo with their keys. */
import Joi from 'joi';
import { PHOTO_BYTES_MAX, PHOTO_SIDE_MAX, type PhotoType, photoTypes } from '#src/domain/accounts/photo.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';
import { avatarShape, putLinkShape } from '../shapes/photo.js';

export interface PresignPhotoBody {
  content_type: PhotoType;
}

export interface NewPhotoBody {
  key: string;
  thumb_key: string;
  content_type: PhotoType;
  byte_size?: number;
  size_px?: number;
  primary: boolean;
}

const KEY_MAX = 256;
const tag = 'Profile photos';
const contentType = () => oneOf(...photoTypes).default('image/jpeg');
const key = () => Joi.string().max(KEY_MAX).required();

export const presignPhotoBody = object<PresignPhotoBody>({ content_type: contentType() }).label('PresignPhoto');

/** `bytesMax` is the bound of this kind of owner. */
export const newPhotoKeys = (bytesMax: number): Joi.PartialSchemaMap<NewPhotoBody> => ({
  key: key().description('`full.key`.'),
  thumb_key: key().description('`thumb.key`.'),
  content_type: contentType(),
  byte_size: integer().min(1).max(bytesMax).description('At most the largest allowed size, when it is not given.'),
  size_px: integer().min(1).max(PHOTO_SIDE_MAX).description('Length of a side.'),
  // Any value except `false` means true.
  primary: Joi.any()
    .custom((value: unknown) => value !== false)
    .default(true)
    .description('Only `false` disables it.'),
});

const newPhotoBody = object<NewPhotoBody>(newPhotoKeys(PHOTO_BYTES_MAX)).label('NewPhoto');

export const presignAnswer = object({
  content_type: oneOf(...photoTypes).required(),
  full: putLinkShape.required(),
  thumb: putLinkShape.required(),
});

const onePhoto = object({ avatar: avatarShape.required() });

export const photoEndpoints = {
  listPhotos: endpoint({
    id: 'listPhotos',
    method: 'get',
    path: '/api/me/avatars',
    tag,
    summary: 'List the own photos',
    description: 'The primary one first, then newest first, with fresh links.',
    access: 'bearer',
    answers: { 200: { description: 'The list.', shape: object({ avatars: list(avatarShape).required() }) } },
  }),
  presignPhoto: endpoint({
    id: 'presignPhoto',
    method: 'post',
    path: '/api/me/avatars/presign',
    tag,
    summary: 'Create two links for the upload of a photo and its thumbnail',
    description: 'PUT both files, then register their keys. An upload that is not registered within a day is removed.',
    access: 'bearer',
    body: presignPhotoBody,
    unfit: 'invalid_request',
    answers: { 200: { description: 'The links.', shape: presignAnswer } },
  }),
  addPhoto: endpoint({
    id: 'addPhoto',
    method: 'post',
    path: '/api/me/avatars',
    tag,
    summary: 'Register a photo that was uploaded',
    description:
      'It becomes the primary one unless `primary` is `false` and there is one already. The same key again answers the same photo.',
    access: 'bearer',
    body: newPhotoBody,
    answers: { 201: { description: 'The photo.', shape: onePhoto } },
    refusals: ['invalid_state'],
  }),
  choosePhoto: endpoint({
    id: 'choosePhoto',
    method: 'put',
    path: '/api/me/avatars/{id}/primary',
    tag,
    summary: 'Make a photo the primary one',
    description: 'It is shown to others in place of the one that was primary until now.',
    access: 'bearer',
    answers: { 200: { description: 'The photo.', shape: onePhoto } },
    refusals: ['not_found'],
  }),
  deletePhoto: endpoint({
    id: 'deletePhoto',
    method: 'delete',
    path: '/api/me/avatars/{id}',
    tag,
    summary: 'Delete a photo and its files',
    description: 'The newest of the others takes the place of a primary one.',
    access: 'bearer',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['not_found'],
  }),
};
