/** The directory of a ZIP archive (APPNOTE 6.3), with its extension for more than 4 GiB. */
import type { FileHandle } from 'node:fs/promises';
import { ImportError } from '../common-form.js';
import { ARCHIVE_INDEX_BYTES_MAX, ARCHIVE_RATIO_FROM_BYTES, ARCHIVE_RATIO_MAX, FILES_MAX } from '../import-bounds.js';
import { safePath } from './export-files.js';

export interface ZipEntry {
  isDeflated: boolean;
  bytes: number;
  packedBytes: number;
  /** Where its local header begins. */
  offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

export async function readZipIndex(file: FileHandle, place: string): Promise<Map<string, ZipEntry>> {
  const fail = (reason: string): never => {
    throw new ImportError(place, reason);
  };
  const { size } = await file.stat();
  const { count, bytes, offset } = (await directoryOf(file, size)) ?? fail('it is no ZIP archive');
  if (count > FILES_MAX) fail(`it has ${count} files, of at most ${FILES_MAX}`);
  if (bytes > ARCHIVE_INDEX_BYTES_MAX || offset + bytes > size) fail('its directory is damaged');
  const index = await read(file, offset, bytes);
  const entries = new Map<string, ZipEntry>();
  for (let at = 0, seen = 0; seen < count; seen += 1) {
    if (at + 46 > index.length || index.readUInt32LE(at) !== ENTRY) fail('its directory is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => index.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const end = at + 46 + nameBytes + extraBytes;
    if (end > index.length) fail('its directory is damaged');
    const name = index.toString('utf8', at + 46, at + 46 + nameBytes);
    if (!name.endsWith('/')) addEntry(entries, name, entryOf(index, at, name, end, place), place);
    at = end + commentBytes;
  }
  refuseOverlaps(entries, place);
  return entries;
}

function addEntry(entries: Map<string, ZipEntry>, name: string, entry: ZipEntry, place: string): void {
  safePath(name, place);
  if (entries.has(name)) throw new ImportError(place, `${JSON.stringify(name)} is in it twice`);
  const isBomb = entry.bytes > ARCHIVE_RATIO_FROM_BYTES && entry.bytes > entry.packedBytes * ARCHIVE_RATIO_MAX;
  if (isBomb) throw new ImportError(place, `${JSON.stringify(name)} grows more than ${ARCHIVE_RATIO_MAX} times`);
  entries.set(name, entry);
}

function entryOf(index: Buffer, at: number, name: string, end: number, place: string): ZipEntry {
  const fail = (reason: string): never => {
    throw new ImportError(place, `${JSON.stringify(name)} ${reason}`);
  };
  const method = index.readUInt16LE(at + 10);
  if ((index.readUInt16LE(at + 8) & 1) !== 0) fail('is encrypted');
  if (((index.readUInt32LE(at + 38) >>> 16) & FILE_TYPE) === LINK) fail('is a link');
  if (method !== 0 && method !== 8) fail(`is compressed by method ${method}; only deflate is read`);
  const short = {
    bytes: index.readUInt32LE(at + 24),
    packedBytes: index.readUInt32LE(at + 20),
    offset: index.readUInt32LE(at + 42),
  };
  const long = withLongNumbers(short, index.subarray(at + 46 + index.readUInt16LE(at + 28), end));
  return { isDeflated: method === 8, ...(long ?? fail('has a damaged header')) };
}

type Numbers = Pick<ZipEntry, 'bytes' | 'packedBytes' | 'offset'>;

/** Numbers that need more than 32 bits stand in the extra field, in this order. */
function withLongNumbers(short: Numbers, extra: Buffer): Numbers | null {
  const numbers = { ...short };
  const long = (['bytes', 'packedBytes', 'offset'] as const).filter((name) => short[name] === FULL_32);
  if (long.length === 0) return numbers;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    if (at + 4 + long.length * 8 > extra.length) return null;
    long.forEach((name, place) => {
      numbers[name] = Number(extra.readBigUInt64LE(at + 4 + place * 8));
    });
    return numbers;
  }
  return null;
}

/** Entries that share bytes are how an archive of a megabyte becomes petabytes. */
function refuseOverlaps(entries: Map<string, ZipEntry>, place: string): void {
  let end = 0;
  for (const [name, { offset, packedBytes }] of [...entries].sort(([, a], [, b]) => a.offset - b.offset)) {
    if (offset < end) throw new ImportError(place, `${JSON.stringify(name)} shares bytes with another file`);
    end = offset + 30 + packedBytes;
  }
}

async function directoryOf(file: FileHandle, size: number) {
  const tailBytes = Math.min(size, END_BYTES + COMMENT_MAX);
  const tail = await read(file, size - tailBytes, tailBytes);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const short = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isLong = short.count === FULL_16 || short.bytes === FULL_32 || short.offset === FULL_32;
    return isLong ? longDirectoryOf(file, size, size - tailBytes + at) : short;
  }
  return null;
}

async function longDirectoryOf(file: FileHandle, size: number, end: number) {
  if (end < 20) return null;
  const locator = await read(file, end - 20, 20);
  const at = Number(locator.readBigUInt64LE(8));
  if (locator.readUInt32LE(0) !== LOCATOR_64 || at + 56 > size) return null;
  const record = await read(file, at, 56);
  if (record.readUInt32LE(0) !== END_64) return null;
  const [count, bytes, offset] = [32, 40, 48].map((place) => Number(record.readBigUInt64LE(place))) as [
    number,
    number,
    number,
  ];
  return { count, bytes, offset };
}

export async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
}
