/** The decompressed bytes of a page, with a bound; an endless body is aborted. */
import { type Readable, type Transform, Writable } from 'node:stream';
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
  const sink = new PageSink();
  if (encoding === '' || encoding === 'identity') await pipeline(body, sink, { signal });
  else {
    const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
    if (!unpacker) throw new PreviewRefused('unknown content encoding');
    await pipeline(body, unpacker(), sink, { signal });
  }
  return Buffer.concat(sink.chunks);
}

class PageSink extends Writable {
  readonly chunks: Buffer[] = [];
  #size = 0;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#size += chunk.byteLength;
    if (this.#size > PAGE_BYTES_MAX) {
      done(new PreviewRefused('a page longer than 512 KB'));
      return;
    }
    this.chunks.push(chunk);
    done();
  }
}
