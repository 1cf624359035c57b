import type { Context } from 'koa';
import type { Incoming, LocalObjects, Permit } from '#src/adapters/object-store/local/local-store.js';
import { Semaphore } from '#src/concurrency/semaphore.js';
import { RefusalError } from '#src/errors.js';
import { allowForBody } from '../listener/connection-limits.js';
import { bodyOf, freeChunk, type RequestBody } from './request-body.js';
import type { UploadRecords } from './upload-records.js';

type PutPermit = Extract<Permit, { method: 'PUT' }>;

interface Patience {
  idleMs: number;
  uploadMs: number;
}

/** Node has four threads for all its files; one is left to the others. */
const writes = new Semaphore(3);

/**
 * Bytes that are read and dropped after a refusal, so that the client receives the answer; then the connection is
 * closed.
 */
const LINGER_BYTES = 16_777_216;
const LINGER_MS = 10_000;

/** One chunk at a time from the client to the disk: as long as the disk has not taken it, no more is read. */
export async function upload(
  ctx: Context,
  objects: LocalObjects,
  permit: PutPermit,
  { patience, records }: { patience: Patience; records: UploadRecords },
): Promise<void> {
  try {
    refuseByHeaders(ctx, permit);
    await refuseClosed(objects, records, permit.key);
    const file = await objects.receive(permit.key, permit.contentType);
    try {
      await receiveBody(ctx, file, permit.maxBytes, patience);
    } catch (error) {
      await file.drop();
      throw error;
    }
    await writes.run(() => file.keep());
    await takeBackLost(objects, records, permit.key);
  } catch (error) {
    dropRest(ctx);
    throw asRefusal(error);
  }
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = '';
}

/**
 * A removed key takes no upload, and a file that was used is not replaced. A used key whose file has not arrived yet
 * still takes one upload.
 */
async function refuseClosed(objects: LocalObjects, records: UploadRecords, key: string): Promise<void> {
  const state = await records.stateOf(key);
  if (state === 'presigned' || (state === 'kept' && !(await objects.has(key)))) return;
  throw closed();
}

/**
 * The file was removed while it came in: its record said so before its object went, so one of the two sees the other.
 */
async function takeBackLost(objects: LocalObjects, records: UploadRecords, key: string): Promise<void> {
  const state = await records.stateOf(key);
  if (state === 'presigned' || state === 'kept') return;
  await objects.remove(key);
  throw closed();
}

const closed = () => new RefusalError('forbidden', { message: 'This link has served its purpose.' });

/** Refusals that the headers alone decide. */
function refuseByHeaders(ctx: Context, { contentType, maxBytes }: PutPermit): void {
  if (ctx.get('Content-Type') !== contentType) {
    throw new RefusalError('forbidden', { message: `This link takes Content-Type: ${contentType} and nothing else.` });
  }
  if (ctx.get('Content-Range') || !['', 'identity'].includes(ctx.get('Content-Encoding'))) {
    throw new RefusalError('invalid_request', { message: 'A file is sent whole and as it is.' });
  }
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
}

const tooLarge = (maxBytes: number) =>
  new RefusalError('payload_too_large', { message: `This link takes at most ${maxBytes} bytes.` });

async function receiveBody({ req }: Context, file: Incoming, maxBytes: number, patience: Patience): Promise<void> {
  allowForBody(req, patience.uploadMs);
  req.setTimeout(patience.idleMs, () => req.destroy());
  const body = bodyOf(req);
  try {
    await writeBody(body, file, maxBytes);
  } finally {
    body.close();
  }
  req.setTimeout(0);
}

async function writeBody(body: RequestBody, file: Incoming, maxBytes: number): Promise<void> {
  let bytes = 0;
  // An upload that waits for the disk holds one chunk in memory and reads no further; one that waits for its client
  // holds no permit.
  const writeChunk = async () => {
    const chunk = body.take();
    if (!chunk) return;
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    await file.write(chunk);
    freeChunk(chunk);
  };
  while (await body.hasMore()) await writes.run(writeChunk);
}

function dropRest({ req }: Context): void {
  allowForBody(req, LINGER_MS);
  let left = LINGER_BYTES;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.socket.destroy();
  });
}

/** A client that disconnected is not an error; a full disk is a temporary one. */
function asRefusal(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET')
    return new RefusalError('invalid_request', { message: 'The body did not come to its end.' });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new RefusalError('unavailable', { retryAfterMs: 60_000 });
  return error;
}
