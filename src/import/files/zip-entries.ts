/** What a ZIP archive holds, judged before anything of it is read. */
import * as yauzl from 'yauzl';
import { ImportError } from '../common-form.js';
import { ARCHIVE_INDEX_BYTES_MAX, ARCHIVE_RATIO_FROM_BYTES, ARCHIVE_RATIO_MAX, FILES_MAX } from '../import-bounds.js';
import { safePath, saidBy } from './export-files.js';

/** As much of an entry as is needed to read it: an archive may have half a million. */
export interface ZipEntry {
  isDeflated: boolean;
  bytes: number;
  packedBytes: number;
  /** Where its local header begins. */
  offset: number;
}

const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;
const ENTRY_HEADER_BYTES = 46;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function readZipEntries(archive: yauzl.ZipFile, place: string): Promise<Map<string, ZipEntry>> {
  const fail = (reason: string): never => {
    throw new ImportError(place, reason);
  };
  if (archive.entryCount > FILES_MAX) fail(`it has ${archive.entryCount} files, of at most ${FILES_MAX}`);
  const entries = new Map<string, ZipEntry>();
  let indexBytes = 0;
  for await (const entry of declaredEntries(archive, place)) {
    indexBytes += ENTRY_HEADER_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (indexBytes > ARCHIVE_INDEX_BYTES_MAX) fail('its directory is too long');
    const name = nameOf(entry);
    if (name.endsWith('/')) continue;
    safePath(name, place);
    if (entries.has(name)) fail(`${JSON.stringify(name)} is in it twice`);
    const reason = whyNot(entry);
    if (reason) fail(`${JSON.stringify(name)} ${reason}`);
    entries.set(name, neededOf(entry));
  }
  refuseOverlaps(entries, place);
  return entries;
}

async function* declaredEntries(archive: yauzl.ZipFile, place: string): AsyncGenerator<yauzl.Entry> {
  try {
    yield* archive.eachEntry();
  } catch (cause) {
    throw new ImportError(place, `its directory is damaged: ${saidBy(cause)}`);
  }
}

/** Many programs write UTF-8 and do not say so; what is none has the encoding that the format says. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: yauzl.Entry): string {
  try {
    return utf8.decode(fileNameRaw);
  } catch {
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  }
}

function whyNot(entry: yauzl.Entry): string | null {
  if (entry.isEncrypted()) return 'is encrypted';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return 'is a link';
  const { compressionMethod: method, uncompressedSize: bytes, compressedSize: packedBytes } = entry;
  if (method !== STORED && method !== DEFLATED) return `is compressed by method ${method}; only deflate is read`;
  const isBomb = bytes > ARCHIVE_RATIO_FROM_BYTES && bytes > packedBytes * ARCHIVE_RATIO_MAX;
  return isBomb ? `grows more than ${ARCHIVE_RATIO_MAX} times` : null;
}

const neededOf = (entry: yauzl.Entry): ZipEntry => ({
  isDeflated: entry.compressionMethod === DEFLATED,
  bytes: entry.uncompressedSize,
  packedBytes: entry.compressedSize,
  offset: entry.relativeOffsetOfLocalHeader,
});

/** Entries that share bytes are how an archive of a megabyte becomes petabytes. */
function refuseOverlaps(entries: Map<string, ZipEntry>, place: string): void {
  let end = 0;
  for (const [name, { offset, packedBytes }] of [...entries].sort(([, a], [, b]) => a.offset - b.offset)) {
    if (offset < end) throw new ImportError(place, `${JSON.stringify(name)} shares bytes with another file`);
    end = offset + 30 + packedBytes;
  }
}
