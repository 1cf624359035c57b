/** A page's bytes, unpacked, never more than may be: what has no end is left in the middle. */
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { PreviewRefused } from './refused.js';

export const PAGE_BYTES_MAX = 512 * 1024;
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const unpackers: Record<string, () => Transform> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

export async function readPage(body: Readable, encoding: string, signal: AbortSignal): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return pipeline(body, collect, { signal });
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!unpacker) throw new PreviewRefused('packed in an unknown way');
  return pipeline(body, unpacker(), collect, { signal });
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > PAGE_BYTES_MAX) throw new PreviewRefused('a page longer than 512 KB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
