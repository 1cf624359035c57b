/** Prepares and uploads an item's picture: resized in the browser, with a square thumbnail. */
import { fitted, loadImage, squareOf } from '#page/media/image.js';
import { putFile } from '#page/media/put-file.js';
import { call } from '../net/api.js';

const SIDE = 1_280;
const THUMB_SIDE = 192;
const TYPE = 'image/jpeg' as const;

export interface EncodedPicture {
  full: Blob;
  thumb: Blob;
}

/** Null if this browser cannot decode the picture, or encode it anew. */
export const encodePicture = (file: Blob): Promise<EncodedPicture | null> => encoded(file).catch(() => null);

async function encoded(file: Blob): Promise<EncodedPicture> {
  const image = await loadImage(file);
  const middle = { x: 0.5, y: 0.5, size: 1 };
  const [full, thumb] = await Promise.all([fitted(image, SIDE), squareOf(image, middle, THUMB_SIDE)]);
  image.close();
  return { full: full.blob, thumb: thumb.blob };
}

export async function uploadPicture({
  full,
  thumb,
}: EncodedPicture): Promise<{ image_key: string; thumb_key: string }> {
  const body = { content_type: TYPE, thumb_content_type: TYPE };
  const links = await call('POST /api/panel/sponsored/media/presign', { body });
  await Promise.all([putFile(links.thumb, thumb), putFile(links.full, full)]);
  return { image_key: links.full.key, thumb_key: links.thumb.key };
}
