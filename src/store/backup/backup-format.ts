/**
 * The form of a backup: parts of compressed lines, one document each, and a manifest that is written last. A folder
 * without a manifest is no backup. The form does not depend on the engine.
 */
import { createHash, type Hash, hash } from 'node:crypto';
import { type CollectionName, collections } from '../collections.js';
import { EPOCH_ID, FORMAT_ID, type StoreFormat } from '../schema/format.js';
import type { Doc, Reader } from '../store.js';

export const MANIFEST = 'manifest.json';
export const LAYOUT = 1;
const PAGE = 1_000;

export interface BackupPart {
  file: string;
  collection: CollectionName;
  docs: number;
  /** Of the file. */
  bytes: number;
  sha256: string;
}

export interface Contents {
  docs: number;
  /** Of the lines of all documents, in the order of their ids. */
  sha256: string;
}

export interface Manifest {
  layout: number;
  id: string;
  /** The service and the format that have written the store. */
  format: Pick<StoreFormat, 'current' | 'oldest' | 'version'>;
  startedAt: string;
  finishedAt: string;
  parts: BackupPart[];
  contents: Partial<Record<CollectionName, Contents>>;
}

/** Where a backup lies: a folder, or a prefix of a bucket. */
export interface BackupPlace {
  /** For messages to the operator. */
  readonly name: string;
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A sentence for the operator. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

/**
 * Heads first and the log last, so that the log holds every entry that another document was made of: replay repairs
 * what is older. Uses of files come after the log, so that no file of a row counts as unused.
 */
const first: CollectionName[] = ['rooms'];
const last: CollectionName[] = ['log', 'fileUses', 'files'];
/** Of the store itself. Archived rows are backed up as rows: their objects are replaced while a backup is being made. */
const own: CollectionName[] = ['meta', 'stretches'];
const others = (Object.keys(collections) as CollectionName[]).filter(
  (name) => ![...first, ...last, ...own].includes(name),
);
export const backedUp: readonly CollectionName[] = [...first, ...others, ...last];

/** Documents of `meta` that belong to the data. The others belong to the store that has them. */
const carried = new Set(['identity-key', EPOCH_ID]);
export const carriedMeta = async (reader: Reader): Promise<Doc[]> =>
  (await reader.getMany<Doc>('meta', [...carried])).filter((doc) => doc !== null);

/** Of the documents: a backup has no rows. */
export async function formatOf(reader: Reader): Promise<Manifest['format']> {
  const stored = await reader.get<StoreFormat>('meta', FORMAT_ID);
  if (!stored) return { current: 1, oldest: 1, version: 'before 0.1.0' };
  const { current, oldest, documents, version } = stored;
  return { current, oldest: documents ?? oldest, version };
}

/** The documents of a collection in the order of their ids, a page at a time. */
export async function* pagesOf(reader: Reader, from: CollectionName): AsyncGenerator<Doc[]> {
  for (let edge = ''; ; ) {
    const docs = await reader.range<Doc>(from, { index: '_id', gt: edge, limit: PAGE });
    if (docs.length > 0) yield docs;
    const end = docs.at(-1);
    if (!end || docs.length < PAGE) return;
    edge = end._id;
  }
}

/** MongoDB puts the id first; so does each line. */
export function lineOf({ _id, ...doc }: Doc): string {
  return `${JSON.stringify({ _id, ...doc })}\n`;
}

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Sums up the documents of one collection. */
export class ContentsSum {
  readonly #hash: Hash = createHash('sha256');
  #docs = 0;

  add(line: string): void {
    this.#hash.update(line);
    this.#docs += 1;
  }

  end(): Contents {
    return { docs: this.#docs, sha256: this.#hash.digest('hex') };
  }
}

/** The contents of a store, for the comparison of two. */
export async function contentsOf(reader: Reader, from: CollectionName): Promise<Contents> {
  const sum = new ContentsSum();
  for await (const docs of pagesOf(reader, from)) for (const doc of docs) sum.add(lineOf(doc));
  return sum.end();
}
