/** The own photos: cut square here, sent to where files are kept, then registered. */
import { authorized } from '../net/api.js';
import { type Crop, loadImage, squareOf } from '../net/image.js';
import { putFile } from '../net/upload.js';
import type { Photo, PutLink } from '../wire.js';
import { ask } from './admin-actions.js';

const SIDE = 1080;
const THUMB_SIDE = 192;
const TYPE = 'image/jpeg';

export async function loadPhotos(): Promise<Photo[] | null> {
  return (await ask<{ avatars: Photo[] }>('GET', '/me/avatars'))?.avatars ?? null;
}

/** Throws what went wrong: the form says it. */
export async function addPhoto(file: Blob, crop: Crop, onProgress: (part: number) => void): Promise<Photo> {
  const image = await loadImage(file);
  const [full, thumb] = await Promise.all([squareOf(image, crop, SIDE), squareOf(image, crop, THUMB_SIDE)]);
  image.close();
  const links = await authorized<{ full: PutLink; thumb: PutLink }>('POST', '/me/avatars/presign', {
    content_type: TYPE,
  });
  await putFile(links.thumb, thumb.blob);
  await putFile(links.full, full.blob, onProgress);
  const { avatar } = await authorized<{ avatar: Photo }>('POST', '/me/avatars', {
    key: links.full.key,
    thumb_key: links.thumb.key,
    content_type: TYPE,
    byte_size: full.blob.size,
    size_px: full.width,
  });
  return avatar;
}

export const choosePhoto = (id: string) => ask('PUT', `/me/avatars/${id}/primary`);
export const removePhoto = (id: string) => ask('DELETE', `/me/avatars/${id}`);
