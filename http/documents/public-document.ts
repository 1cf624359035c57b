/** Documents that are the same for every client: rendered at the first request, compressed once, with an ETag. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Reply } from '../routing/route.js';
import { acceptedCoding, type ContentCoding, taggedAs } from './content-coding.js';

export interface WrittenDocument {
  type: string;
  body: string;
}

/** 9 of 11: the last two steps take ten times as long, and save one part in twenty. */
const BROTLI_QUALITY = 9;

const compressors: Record<ContentCoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

interface Whole {
  type: string;
  body: Buffer;
  tag: string;
}

export class PublicDocument {
  readonly #write: () => WrittenDocument;
  #whole: Whole | null = null;
  readonly #compressed = new Map<ContentCoding, Promise<Buffer>>();

  constructor(write: () => WrittenDocument) {
    this.#write = write;
  }

  /** Revalidated each time: an unchanged document is answered with 304. */
  async reply(ctx: Context): Promise<Reply> {
    this.#whole ??= wholeOf(this.#write());
    const { type, body, tag } = this.#whole;
    const coding = acceptedCoding(ctx, () => true);
    const etag = taggedAs(tag, coding);
    const headers = { 'Cache-Control': 'no-cache', ETag: etag };
    ctx.set(headers);
    ctx.vary('Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) return { status: 304, headers };
    if (coding === null) return { status: 200, headers: { ...headers, 'Content-Type': type }, body };
    const encoded = { ...headers, 'Content-Type': type, 'Content-Encoding': coding };
    return { status: 200, headers: encoded, body: await this.#compress(coding, body) };
  }

  /** Requests that come while it is being compressed wait for the same bytes. */
  #compress(coding: ContentCoding, body: Buffer): Promise<Buffer> {
    const known = this.#compressed.get(coding);
    if (known) return known;
    const made = compressors[coding](body);
    this.#compressed.set(coding, made);
    return made;
  }
}

function wholeOf({ type, body }: WrittenDocument): Whole {
  const bytes = Buffer.from(body);
  return { type, body: bytes, tag: hash('sha256', bytes, 'base64url').slice(0, 22) };
}
