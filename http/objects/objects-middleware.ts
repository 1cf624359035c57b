/**
 * The middleware of the local object store, beside `/api`: a signed link permits one object, as with any S3 store.
 * It is the only credential; there are no accounts here, no listing, and no other way to name a file.
 */
import type { Context, Middleware, Next } from 'koa';
import { type LocalObjects, OBJECTS_PATH } from '#src/adapters/object-store/local/local-store.js';
import { Semaphore } from '#src/concurrency/semaphore.js';
import { RefusalError } from '#src/errors.js';
import { download } from './download.js';
import { upload } from './upload.js';
import type { UploadRecords } from './upload-records.js';

export interface ObjectLimits {
  uploadsMax: number;
  downloadsMax: number;
  /** A client that neither sends nor takes a byte for so long is let go. */
  idleMs: number;
  /** However it goes on: a link for uploading lives no longer. */
  uploadMs: number;
}

const LIMITS: ObjectLimits = { uploadsMax: 512, downloadsMax: 1_024, idleMs: 20_000, uploadMs: 600_000 };
/** A transfer over the limit is refused at once: it would wait with an open connection. */
const NO_WAITING = { waitingMax: 0, retryAfterMs: 1_000 };

const METHODS = 'GET, HEAD, PUT, OPTIONS';

export function objectsMiddleware(
  objects: LocalObjects,
  records: UploadRecords,
  limits: ObjectLimits = LIMITS,
): Middleware {
  const uploads = new Semaphore(limits.uploadsMax, NO_WAITING);
  const downloads = new Semaphore(limits.downloadsMax, NO_WAITING);
  return async function answerObject(ctx: Context, next: Next) {
    if (!ctx.path.startsWith(OBJECTS_PATH)) return next();
    ctx.state.route = `${OBJECTS_PATH}{key}`;
    setHeaders(ctx);
    if (ctx.method === 'OPTIONS') return preflight(ctx);
    const isDownload = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isDownload && ctx.method !== 'PUT') refuseMethod(ctx, METHODS);
    const permit = objects.permitOf(ctx.url);
    if (!permit) throw new RefusalError('forbidden', { message: 'This is no link that is good now.' });
    if (permit.method === 'GET' && isDownload) return downloads.run(() => download(ctx, objects, permit, limits));
    if (permit.method === 'PUT' && !isDownload) {
      return uploads.run(() => upload(ctx, objects, permit, { patience: limits, records }));
    }
    return refuseMethod(ctx, permit.method === 'GET' ? 'GET, HEAD' : 'PUT');
  };
}

/** A file is served with its declared type, independent of its bytes, and may not run scripts. */
function setHeaders(ctx: Context): void {
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, x-request-id',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  });
}

function preflight(ctx: Context): void {
  ctx.status = 204;
  ctx.set({
    Allow: METHODS,
    'Access-Control-Allow-Methods': 'GET, HEAD, PUT',
    'Access-Control-Allow-Headers': 'Content-Type, Range, If-Range, If-None-Match, x-request-id',
    'Access-Control-Max-Age': '86400',
  });
}

function refuseMethod(ctx: Context, allowed: string): never {
  ctx.set('Allow', allowed);
  throw new RefusalError('method_not_allowed');
}
