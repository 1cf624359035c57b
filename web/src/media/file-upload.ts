/** Uploads one file: requests upload links, sends the bytes to the file store, returns the attachment. */
import type { Request } from '#sdk/rest.js';
import type { NewAttachment } from '../api-types.js';
import { call } from '../app/api.js';
import type { PreparedFile } from './file-kinds.js';
import { putFile, type Watch } from './put-file.js';

const THUMB_TYPE = 'image/jpeg' as const;

/** As the browser reports them; the service refuses unknown types. */
type DocumentType = Request<'POST /api/rooms/{slug}/docs/presign'>['body']['content_type'];
type MediaType = NonNullable<NonNullable<Request<'POST /api/rooms/{slug}/media/presign'>['body']>['content_type']>;

export interface UploadWish extends Watch {
  room: string;
  /** False for a view-once file, whose thumbnail would reveal it, and for an article's picture, which needs none. */
  withThumb: boolean;
}

export const uploadFile = (file: PreparedFile, wish: UploadWish): Promise<NewAttachment> =>
  file.kind === 'document' ? uploadDocument(file, wish) : uploadMedia(file, file.kind, wish);

async function uploadDocument(
  file: PreparedFile,
  { room, withThumb: _, ...watch }: UploadWish,
): Promise<NewAttachment> {
  const { name, body } = file;
  const content_type = file.contentType as DocumentType;
  const wanted = { content_type, name };
  const { put } = await call('POST /api/rooms/{slug}/docs/presign', { path: { slug: room }, body: wanted });
  await putFile(put, body, watch);
  return { type: 'document', key: put.key, name, content_type, byte_size: body.size };
}

async function uploadMedia(
  { contentType, body, thumb, width, height, durationMs }: PreparedFile,
  type: 'photo' | 'gif' | 'video',
  { room, withThumb, ...watch }: UploadWish,
): Promise<NewAttachment> {
  const content_type = contentType as MediaType;
  const wanted = { content_type, thumb_content_type: THUMB_TYPE };
  const links = await call('POST /api/rooms/{slug}/media/presign', { path: { slug: room }, body: wanted });
  const isThumbed = thumb !== null && withThumb;
  if (isThumbed) await putFile(links.thumb, thumb, watch.signal ? { signal: watch.signal } : {});
  await putFile(links.full, body, watch);
  // The service checks that type and kind match.
  return {
    type,
    key: links.full.key,
    ...(isThumbed && { thumb_key: links.thumb.key }),
    content_type,
    width,
    height,
    byte_size: body.size,
    ...(durationMs !== null && { duration_ms: durationMs }),
  } as NewAttachment;
}
