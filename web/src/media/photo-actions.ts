/** Photos of the account and of rooms: cropped in the browser, uploaded, then registered. */

import type { Request } from '#sdk/rest.js';
import type { Photo } from '../api-types.js';
import { call } from '../app/api.js';
import { done } from '../app/ask.js';
import { type Crop, loadImage, squareOf } from './image.js';
import { putFile } from './put-file.js';

const SIDE = 1080;
const THUMB_SIDE = 192;
const TYPE = 'image/jpeg' as const;

/** The owner of the photos: the slug of a room, or null for the account. */
export type PhotoOwner = string | null;

const ofRoom = (slug: string) => ({ path: { slug } });

/** Throws the error, because the view shows it. */
export async function loadPhotos(room: PhotoOwner): Promise<Photo[]> {
  const answer = room === null ? call('GET /api/me/avatars') : call('GET /api/rooms/{slug}/avatars', ofRoom(room));
  return (await answer).avatars;
}

export interface NewPhoto {
  room: PhotoOwner;
  file: Blob;
  crop: Crop;
}

/** Throws the error, because the form shows it. */
export async function addPhoto({ room, file, crop }: NewPhoto, onProgress: (part: number) => void): Promise<Photo> {
  const image = await loadImage(file);
  const [full, thumb] = await Promise.all([squareOf(image, crop, SIDE), squareOf(image, crop, THUMB_SIDE)]);
  image.close();
  const links = await linksFor(room);
  await putFile(links.thumb, thumb.blob);
  await putFile(links.full, full.blob, { onProgress });
  const body = {
    key: links.full.key,
    thumb_key: links.thumb.key,
    content_type: TYPE,
    byte_size: full.blob.size,
    size_px: full.width,
  };
  const answer = room === null ? call('POST /api/me/avatars', { body }) : register(room, body);
  return (await answer).avatar;
}

const register = (room: string, body: Request<'POST /api/rooms/{slug}/avatars'>['body']) =>
  call('POST /api/rooms/{slug}/avatars', { ...ofRoom(room), body });

function linksFor(room: PhotoOwner) {
  const body = { content_type: TYPE } as const;
  if (room === null) return call('POST /api/me/avatars/presign', { body });
  return call('POST /api/rooms/{slug}/avatars/presign', { ...ofRoom(room), body });
}

export const choosePhoto = (room: PhotoOwner, id: string): Promise<boolean> =>
  room === null
    ? done('PUT /api/me/avatars/{id}/primary', { path: { id } })
    : done('PUT /api/rooms/{slug}/avatars/{id}/primary', { path: { slug: room, id } });

export const removePhoto = (room: PhotoOwner, id: string): Promise<boolean> =>
  room === null
    ? done('DELETE /api/me/avatars/{id}', { path: { id } })
    : done('DELETE /api/rooms/{slug}/avatars/{id}', { path: { slug: room, id } });
