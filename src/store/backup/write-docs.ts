import type { CollectionName } from '../collections.js';
import type { Doc, Store } from '../store.js';
import { BackupProblem } from './backup-format.js';

/** Writes documents into a store that nothing else uses. Those that are there already, of an earlier try, stay. */
export async function writeDocs(store: Store, collection: CollectionName, docs: readonly Doc[]): Promise<void> {
  if (collection === 'log') return append(store, docs);
  for (let at = 0; at < docs.length; at += 1_000) {
    const puts = docs.slice(at, at + 1_000).map((doc) => ({ op: 'put' as const, in: collection, doc: { ...doc } }));
    await store.write(puts, { bulk: true });
  }
}

async function append(store: Store, docs: readonly Doc[]): Promise<void> {
  for (let at = 0; at < docs.length; ) {
    const { appended, refused } = await store.append(docs.slice(at, at + 1_000).map((doc) => ({ ...doc })));
    at += appended;
    if (!refused) continue;
    if (refused.by !== '_id') throw new BackupProblem(`entry ${docs[at]?._id} is refused by the index ${refused.by}`);
    at += 1;
  }
}
