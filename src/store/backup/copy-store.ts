/** Copies a store into an empty one of either engine, while no service runs. */
import type { CollectionName } from '../collections.js';
import { RESTORE_ID } from '../schema/format.js';
import type { OpenReader, Store } from '../store.js';
import { BackupProblem, backedUp, carriedMeta, contentsOf, pagesOf } from './backup-format.js';
import { refuseFilled } from './read-backup.js';
import { writeDocs } from './write-docs.js';

export interface Copied {
  collection: CollectionName;
  docs: number;
}

/** The target is not a new epoch: nothing that a client has seen is missing in it. */
export async function copyStore(
  from: OpenReader,
  to: Store,
  onCollection: (copied: Copied) => void = () => undefined,
): Promise<void> {
  const unfinished = await to.get('meta', RESTORE_ID);
  if (!unfinished) await refuseFilled(to);
  await to.write([{ op: 'put', in: 'meta', doc: { _id: RESTORE_ID, backup: 'copy' } }]);
  await writeDocs(to, 'meta', await carriedMeta(from));
  for (const collection of backedUp) {
    for await (const docs of pagesOf(from, collection)) await writeDocs(to, collection, docs);
  }
  for (const collection of backedUp) onCollection({ collection, docs: await compare(from, to, collection) });
  await to.write([{ op: 'del', in: 'meta', id: RESTORE_ID }]);
}

async function compare(from: OpenReader, to: Store, collection: CollectionName): Promise<number> {
  const [wanted, found] = await Promise.all([contentsOf(from, collection), contentsOf(to, collection)]);
  if (wanted.sha256 === found.sha256) return found.docs;
  throw new BackupProblem(
    `${collection} differs: ${found.docs} documents in place of ${wanted.docs}. Stop the service, and copy into an empty store`,
  );
}
