/**
 * The object of a stretch: a mark, then its rows packed as in the embedded store, compressed with Brotli. Each row stands
 * behind its seq and its length.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { logId } from '../collections.js';
import { packDoc } from '../packed/pack.js';
import { unpackDoc } from '../packed/unpack.js';
import { type Doc, StretchDamaged } from '../store.js';
import { placeOfStretch, ROW_BYTES_MAX, STRETCH_ENTRIES, type Stretch } from './stretch.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

const MARK = Buffer.from('MST1');
const FRAME_BYTES = 8;
const QUALITY = 9;
const BYTES_MAX = STRETCH_ENTRIES * (ROW_BYTES_MAX + FRAME_BYTES);

export interface LogDoc extends Doc {
  room: string;
  seq: number;
  [field: string]: unknown;
}

/** The packed rows of a stretch by seq. */
export type PackedStretch = ReadonlyMap<number, string>;

export const packedRow = (doc: LogDoc): string => packDoc(doc._id, doc);

/** A new document each time: its reader may change it. */
export const unpackedRow = (room: string, seq: number, packed: string): LogDoc =>
  unpackDoc(logId(room, seq), packed) as unknown as LogDoc;

export async function encodeStretch(rows: PackedStretch): Promise<Uint8Array> {
  const frames: Buffer[] = [];
  for (const [seq, packed] of rows) {
    const frame = Buffer.allocUnsafe(FRAME_BYTES);
    frame.writeUInt32BE(seq, 0);
    frame.writeUInt32BE(packed.length, 4);
    frames.push(frame, Buffer.from(packed, 'latin1'));
  }
  const raw = Buffer.concat(frames);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  return Buffer.concat([MARK, await compress(raw, { params })]);
}

/** Of bytes that no document vouches for: for scans by operators. */
export async function decodeStretch(bytes: Uint8Array): Promise<PackedStretch> {
  if (!MARK.equals(bytes.subarray(0, MARK.length))) throw new TypeError('is no stretch');
  const raw = await decompress(bytes.subarray(MARK.length), { maxOutputLength: BYTES_MAX });
  const rows = new Map<number, string>();
  for (let at = 0; at < raw.length; ) {
    const from = at + FRAME_BYTES;
    const end = from + raw.readUInt32BE(at + 4);
    if (end > raw.length) throw new TypeError('ends too early');
    rows.set(raw.readUInt32BE(at), raw.toString('latin1', from, end));
    at = end;
  }
  return rows;
}

export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** The rows of an object, which are the ones that were written. */
export async function checkedStretch(stretch: Stretch, bytes: Uint8Array | null): Promise<PackedStretch> {
  const damaged = (why: string) => new StretchDamaged(placeOfStretch(stretch), `${stretch.key} ${why}`);
  if (!bytes) throw damaged('is missing');
  if (sha256Of(bytes) !== stretch.sha256) throw damaged('has another checksum');
  const rows = await decodeStretch(bytes);
  if (rows.size !== stretch.rows) throw damaged(`has ${rows.size} rows in place of ${stretch.rows}`);
  return rows;
}
