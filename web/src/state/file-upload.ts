/** The way of one file: links for it, the bytes to where files are kept, then what a message says about it. */
import { authorized } from '../net/api.js';
import type { PreparedFile } from '../net/prepare.js';
import { putFile, type Watch } from '../net/upload.js';
import type { NewAttachment, PutLink } from '../wire.js';

const THUMB_TYPE = 'image/jpeg';

export interface UploadWish extends Watch {
  room: string;
  /** What is seen once has none, for that would show it; an article's picture needs none. */
  withThumb: boolean;
}

export const uploadFile = (file: PreparedFile, wish: UploadWish): Promise<NewAttachment> =>
  file.kind === 'document' ? uploadDocument(file, wish) : uploadMedia(file, file.kind, wish);

async function uploadDocument(
  file: PreparedFile,
  { room, withThumb: _, ...watch }: UploadWish,
): Promise<NewAttachment> {
  const { contentType: content_type, name, body } = file;
  const path = `/rooms/${room}/docs/presign`;
  const { put } = await authorized<{ put: PutLink }>('POST', path, { content_type, name });
  await putFile(put, body, watch);
  return { type: 'document', key: put.key, name, content_type, byte_size: body.size };
}

async function uploadMedia(
  { contentType: content_type, body, thumb, width, height, durationMs }: PreparedFile,
  type: 'photo' | 'gif' | 'video',
  { room, withThumb, ...watch }: UploadWish,
): Promise<NewAttachment> {
  const wanted = { content_type, thumb_content_type: THUMB_TYPE };
  const path = `/rooms/${room}/media/presign`;
  const links = await authorized<{ full: PutLink; thumb: PutLink }>('POST', path, wanted);
  const isThumbed = thumb !== null && withThumb;
  if (isThumbed) await putFile(links.thumb, thumb, watch.signal ? { signal: watch.signal } : {});
  await putFile(links.full, body, watch);
  return {
    type,
    key: links.full.key,
    ...(isThumbed && { thumb_key: links.thumb.key }),
    content_type,
    width,
    height,
    byte_size: body.size,
    ...(durationMs !== null && { duration_ms: durationMs }),
  };
}
