import type { Context } from 'koa';
import { attachmentOf } from '#src/adapters/object-store/disposition.js';
import type { LocalObjects, OpenObject, Permit } from '#src/adapters/object-store/local/local-store.js';
import { RefusalError } from '#src/errors.js';
import { type Span, spanOf } from './range.js';
import { sendFile } from './send-file.js';

type GetPermit = Extract<Permit, { method: 'GET' }>;

/** Resolves when the last byte was sent, so that a download holds its permit until then. */
export async function download(
  ctx: Context,
  objects: LocalObjects,
  permit: GetPermit,
  { idleMs }: { idleMs: number },
): Promise<void> {
  const object = await objects.open(permit.key);
  if (!object) throw new RefusalError('not_found');
  try {
    describe(ctx, object, permit, objects.now());
    const span = wanted(ctx, object);
    if (span) await send(ctx, object, span, idleMs);
  } finally {
    await object.file.close();
  }
}

function describe(ctx: Context, object: OpenObject, { expiresAt, downloadName }: GetPermit, now: number): void {
  ctx.status = 200;
  ctx.set({
    'Content-Type': object.contentType,
    'Accept-Ranges': 'bytes',
    ETag: `"${object.version}"`,
    'Last-Modified': new Date(object.modifiedAt).toUTCString(),
    // Kept no longer than the link is good for: a document is gone when it has expired, from caches too.
    'Cache-Control': `private, max-age=${Math.max(0, Math.floor((expiresAt - now) / 1_000))}`,
  });
  if (downloadName !== null) ctx.set('Content-Disposition', attachmentOf(downloadName));
}

function wanted(ctx: Context, { bytes, version }: OpenObject): Span | null {
  if (ctx.fresh) {
    ctx.status = 304;
    return null;
  }
  const isSame = !ctx.get('If-Range') || ctx.get('If-Range') === `"${version}"`;
  const span = ctx.method === 'GET' && isSame ? spanOf(ctx.get('Range'), bytes) : null;
  if (span === 'unsatisfiable') return refuseRange(ctx, bytes);
  if (!span) return { first: 0, last: bytes - 1 };
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${span.first}-${span.last}/${bytes}`);
  return span;
}

function refuseRange(ctx: Context, bytes: number): null {
  ctx.status = 416;
  ctx.remove('Content-Disposition');
  ctx.set({ 'Content-Range': `bytes */${bytes}`, 'Cache-Control': 'no-store' });
  ctx.body = { error: { code: 'invalid_request', message: `The file has ${bytes} bytes.` } };
  return null;
}

/** Past Koa, which would not say when it is done. */
async function send(ctx: Context, { file, bytes }: OpenObject, { first, last }: Span, idleMs: number): Promise<void> {
  ctx.length = last - first + 1;
  ctx.respond = false;
  const { res } = ctx;
  if (ctx.method === 'HEAD' || bytes === 0) {
    res.end();
    return;
  }
  res.setTimeout(idleMs, () => res.destroy());
  await sendFile(res, file, { first, last });
}
