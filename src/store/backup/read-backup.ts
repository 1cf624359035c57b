/** Reads a backup, and writes it into an empty store. */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { FORMAT } from '#src/domain/format.js';
import type { CollectionName } from '../collections.js';
import { EPOCH_ID, RESTORE_ID } from '../schema/format.js';
import type { Doc, Store } from '../store.js';
import {
  type BackupPart,
  type BackupPlace,
  BackupProblem,
  backedUp,
  contentsOf,
  LAYOUT,
  MANIFEST,
  type Manifest,
  sha256,
} from './backup-format.js';
import { writeDocs } from './write-docs.js';

const decompress = promisify(gunzip);

export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const bytes = await place.read(MANIFEST);
  if (!bytes) throw new BackupProblem(`${place.name} holds no complete backup: it has no ${MANIFEST}`);
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as Manifest;
  if (manifest.layout > LAYOUT || manifest.format.oldest > FORMAT) {
    throw new BackupProblem(
      `the backup is of version ${manifest.format.version}: restore it with that version or newer`,
    );
  }
  return manifest;
}

/** Reads every part once, and compares it with the manifest. */
export async function verifyBackup(place: BackupPlace, { parts }: Manifest): Promise<void> {
  for (const part of parts) await readPart(place, part);
}

/** The documents of one collection, before anything is restored. */
export async function* docsOf(place: BackupPlace, collection: CollectionName): AsyncGenerator<Doc> {
  const { parts } = await readManifest(place);
  for (const part of parts) if (part.collection === collection) yield* await readPart(place, part);
}

async function readPart(place: BackupPlace, part: BackupPart): Promise<Doc[]> {
  const bytes = await place.read(part.file);
  if (!bytes) throw new BackupProblem(`${part.file} of ${place.name} is missing`);
  if (sha256(bytes) !== part.sha256) throw new BackupProblem(`${part.file} of ${place.name} is damaged`);
  const lines = (await decompress(bytes)).toString().split('\n').filter(Boolean);
  if (lines.length !== part.docs)
    throw new BackupProblem(`${part.file} of ${place.name} has ${lines.length} documents`);
  return lines.map((line) => JSON.parse(line) as Doc);
}

interface Restoring extends Doc {
  backup: string;
  /** Something is being changed in what was restored. */
  isChanging?: true;
}

export interface RestoreSteps {
  onPart?: (part: BackupPart) => void;
  /** Changes the store once it is as the backup. */
  change?: () => Promise<void>;
}

/** From here on the restore cannot be repeated: what it has written is being changed. */
export async function beginChange(store: Store): Promise<void> {
  await store.write([{ op: 'set', in: 'meta', id: RESTORE_ID, set: { isChanging: true } }]);
}

/**
 * Writes the backup into the store, compares the store with the manifest, and begins a new epoch of the store. Until
 * then no service starts on the store. A restore that was interrupted may be run again.
 */
export async function restoreBackup(
  store: Store,
  place: BackupPlace,
  { onPart = () => undefined, change }: RestoreSteps = {},
): Promise<Manifest> {
  const manifest = await readManifest(place);
  await begin(store, manifest);
  for (const part of manifest.parts) {
    await writeDocs(store, part.collection, await readPart(place, part));
    onPart(part);
  }
  await compare(store, manifest);
  await change?.();
  await finishRestore(store);
  return manifest;
}

async function begin(store: Store, { id }: Manifest): Promise<void> {
  const restoring = await store.get<Restoring>('meta', RESTORE_ID);
  if (restoring && restoring.backup !== id) {
    throw new BackupProblem('a restore of another backup into this store has not finished: use an empty store');
  }
  if (restoring?.isChanging) {
    throw new BackupProblem('a restore to an earlier moment was interrupted in this store: use an empty store');
  }
  if (!restoring) await refuseFilled(store);
  await store.write([{ op: 'put', in: 'meta', doc: { _id: RESTORE_ID, backup: id } }]);
}

/** The lists of the panel are written by the first start. */
export async function refuseFilled(store: Store): Promise<void> {
  for (const collection of backedUp) {
    if (collection === 'catalog') continue;
    const [found] = await store.range<Doc>(collection, { index: '_id', limit: 1 });
    if (found) throw new BackupProblem(`the store is not empty: it has ${collection}. Nothing was changed`);
  }
}

async function compare(store: Store, { contents }: Manifest): Promise<void> {
  for (const [collection, wanted] of Object.entries(contents)) {
    const found = await contentsOf(store, collection as CollectionName);
    if (found.sha256 === wanted.sha256) continue;
    throw new BackupProblem(
      `${collection} differs from the backup: ${found.docs} documents in place of ${wanted.docs}`,
    );
  }
}

/** Clients of the time before hold entries that this store may never have had: the epoch tells them. */
export async function finishRestore(store: Store): Promise<void> {
  await store.transaction([
    { op: 'put', in: 'meta', doc: { _id: EPOCH_ID, value: randomBytes(6).toString('hex') } },
    { op: 'del', in: 'meta', id: RESTORE_ID },
  ]);
}
