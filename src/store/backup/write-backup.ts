/** Writes a backup of a store while the service runs. Memory holds one part. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CollectionName } from '../collections.js';
import type { OpenReader } from '../store.js';
import {
  type BackupPart,
  type BackupPlace,
  BackupProblem,
  backedUp,
  type Contents,
  ContentsSum,
  carriedMeta,
  formatOf,
  LAYOUT,
  lineOf,
  MANIFEST,
  type Manifest,
  pagesOf,
  sha256,
} from './backup-format.js';

/** Before compression. */
const PART_CHARACTERS = 8_000_000;

const compress = promisify(gzip);

export async function writeBackup(
  reader: OpenReader,
  place: BackupPlace,
  onPart: (part: BackupPart) => void = () => undefined,
): Promise<Manifest> {
  if (await place.read(MANIFEST)) {
    throw new BackupProblem(`${place.name} holds a complete backup; name a new place`);
  }
  const startedAt = new Date().toISOString();
  const format = await formatOf(reader);
  await reader.holdSnapshot();
  const parts: BackupPart[] = [];
  const contents: Manifest['contents'] = {};
  const write = async (collection: CollectionName, number: number, lines: string[]) => {
    const part = await writePart(place, collection, number, lines);
    parts.push(part);
    onPart(part);
  };
  await writeParts([(await carriedMeta(reader)).map(lineOf)], (number, lines) => write('meta', number, lines));
  for (const collection of backedUp) contents[collection] = await writeCollection(reader, collection, write);
  const finishedAt = new Date().toISOString();
  const manifest = { layout: LAYOUT, id: randomUUID(), format, startedAt, finishedAt, parts, contents };
  await place.write(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  return manifest;
}

type WritePart = (number: number, lines: string[]) => Promise<void>;

async function writeCollection(
  reader: OpenReader,
  collection: CollectionName,
  write: (collection: CollectionName, number: number, lines: string[]) => Promise<void>,
): Promise<Contents> {
  const sum = new ContentsSum();
  const linePages = async function* () {
    for await (const docs of pagesOf(reader, collection)) {
      const lines = docs.map(lineOf);
      for (const line of lines) sum.add(line);
      yield lines;
    }
  };
  await writeParts(linePages(), (number, lines) => write(collection, number, lines));
  return sum.end();
}

async function writeParts(pages: AsyncIterable<string[]> | Iterable<string[]>, write: WritePart): Promise<void> {
  let [lines, characters, number]: [string[], number, number] = [[], 0, 0];
  for await (const page of pages) {
    for (const line of page) {
      lines.push(line);
      characters += line.length;
    }
    if (characters < PART_CHARACTERS) continue;
    await write(number, lines);
    [lines, characters, number] = [[], 0, number + 1];
  }
  if (lines.length > 0) await write(number, lines);
}

async function writePart(
  place: BackupPlace,
  collection: CollectionName,
  number: number,
  lines: string[],
): Promise<BackupPart> {
  const file = `${collection}-${String(number).padStart(6, '0')}.jsonl.gz`;
  const bytes = await compress(lines.join(''));
  await place.write(file, bytes);
  return { file, collection, docs: lines.length, bytes: bytes.length, sha256: sha256(bytes) };
}
