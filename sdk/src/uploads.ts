/** Uploads: asks for a signed link, sends the bytes to the file store with progress, and returns the attachment. */
import { MeydanError, networkError } from './errors.js';
import type { Rest } from './rest.js';
import type { Operations, Payload } from './wire.js';

export type NewAttachment = NonNullable<Payload<'message:new'>['attachment']>;

/** Of a photo or a document; a video also has its length. */
export type Upload =
  | { kind: 'photo' | 'gif' | 'sticker'; body: Blob; width: number; height: number; thumb?: Blob }
  | { kind: 'video'; body: Blob; width: number; height: number; durationMs: number; thumb?: Blob }
  | { kind: 'document'; body: Blob; name: string };

export interface UploadOptions {
  /** From 0 to 1. In Node, and wherever there is no `XMLHttpRequest`, only 0 and 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

interface PutLink {
  method: string;
  url: string;
  headers: Record<string, string>;
}

type MediaTypes = NonNullable<Operations['POST /api/rooms/{slug}/media/presign']['body']>;
type MediaType = NonNullable<MediaTypes['content_type']>;
type ThumbType = NonNullable<MediaTypes['thumb_content_type']>;
type DocumentType = Operations['POST /api/rooms/{slug}/docs/presign']['body']['content_type'];

export async function uploadTo(
  rest: Pick<Rest, 'request'>,
  slug: string,
  upload: Upload,
  options: UploadOptions = {},
): Promise<NewAttachment> {
  const { body } = upload;
  const path = { slug };
  if (upload.kind === 'document') {
    const wanted = { content_type: body.type as DocumentType, name: upload.name };
    const { put } = await rest.request('POST /api/rooms/{slug}/docs/presign', { path, body: wanted });
    await putFile(put, body, options);
    return { type: 'document', key: put.key, ...wanted, byte_size: body.size };
  }
  const { kind, width, height, thumb } = upload;
  const content_type = body.type as MediaType;
  const wanted = { content_type, ...(thumb && { thumb_content_type: thumb.type as ThumbType }) };
  const links = await rest.request('POST /api/rooms/{slug}/media/presign', { path, body: wanted });
  if (thumb) await putFile(links.thumb, thumb, options.signal ? { signal: options.signal } : {});
  await putFile(links.full, body, options);
  // The service checks that type and kind match.
  return {
    type: kind,
    key: links.full.key,
    ...(thumb && { thumb_key: links.thumb.key }),
    content_type,
    width,
    height,
    byte_size: body.size,
    ...(upload.kind === 'video' && { duration_ms: upload.durationMs }),
  } as NewAttachment;
}

/** The part of a browser's `XMLHttpRequest` that tells how far an upload is, which `fetch` does not. */
interface ProgressRequest {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  upload: { onprogress: ((event: { loaded: number; total: number; lengthComputable: boolean }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  status: number;
  send(body: Blob): void;
  abort(): void;
}

const browser = globalThis as { XMLHttpRequest?: new () => ProgressRequest };

function putFile(link: PutLink, file: Blob, options: UploadOptions): Promise<void> {
  options.onProgress?.(0);
  const { XMLHttpRequest: Request } = browser;
  return Request ? requested(new Request(), link, file, options) : fetched(link, file, options);
}

async function fetched({ method, url, headers }: PutLink, body: Blob, { onProgress, signal }: UploadOptions) {
  const sent = fetch(url, { method, headers, body, signal: signal ?? null });
  const { status } = await sent.catch(() => Promise.reject(signal?.aborted ? cancelled() : networkError()));
  if (status >= 300) throw refused(status);
  onProgress?.(1);
}

function requested(
  request: ProgressRequest,
  link: PutLink,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled());
    request.open(link.method, link.url);
    for (const [name, value] of Object.entries(link.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => {
      if (request.status >= 300) return reject(refused(request.status));
      onProgress?.(1);
      resolve();
    };
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(cancelled());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

const cancelled = (): MeydanError => new MeydanError('closed', 'The upload was cancelled.');

const refused = (status: number): MeydanError =>
  new MeydanError('invalid_attachment', `The file store refused the file (${status}).`, { status });
