/** Photos of the own account and of rooms: cut square here, sent to where files are kept, then registered. */
import { authorized } from '../net/api.js';
import { type Crop, loadImage, squareOf } from '../net/image.js';
import { putFile } from '../net/upload.js';
import type { Photo, PutLink } from '../wire.js';
import { ask } from './admin-actions.js';

const SIDE = 1080;
const THUMB_SIDE = 192;
const TYPE = 'image/jpeg';

/** Where somebody's photos are: the own ones, or a room's. */
export const myPhotos = '/me/avatars';
export const roomPhotos = (slug: string): string => `/rooms/${slug}/avatars`;

export async function loadPhotos(path: string): Promise<Photo[] | null> {
  return (await ask<{ avatars: Photo[] }>('GET', path))?.avatars ?? null;
}

export interface NewPhoto {
  path: string;
  file: Blob;
  crop: Crop;
}

/** Throws what went wrong: the form says it. */
export async function addPhoto({ path, file, crop }: NewPhoto, onProgress: (part: number) => void): Promise<Photo> {
  const image = await loadImage(file);
  const [full, thumb] = await Promise.all([squareOf(image, crop, SIDE), squareOf(image, crop, THUMB_SIDE)]);
  image.close();
  const presign = { content_type: TYPE };
  const links = await authorized<{ full: PutLink; thumb: PutLink }>('POST', `${path}/presign`, presign);
  await putFile(links.thumb, thumb.blob);
  await putFile(links.full, full.blob, { onProgress });
  const { avatar } = await authorized<{ avatar: Photo }>('POST', path, {
    key: links.full.key,
    thumb_key: links.thumb.key,
    content_type: TYPE,
    byte_size: full.blob.size,
    size_px: full.width,
  });
  return avatar;
}

export const choosePhoto = (path: string, id: string) => ask('PUT', `${path}/${id}/primary`);
export const removePhoto = (path: string, id: string) => ask('DELETE', `${path}/${id}`);
