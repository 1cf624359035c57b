/**
 * The last step of a change of the schema: indexes that no running version declares any more are dropped. Only the
 * command of an operator comes here.
 */
import type { CollectionName } from '../collections.js';
import { FORMAT_ID, isOfNewerVersion, type StoreFormat } from './format.js';
import type { IndexDifference, SchemaStore } from './index-builds.js';

export interface Contraction {
  /** The named indexes, which may be dropped. */
  dropped: IndexDifference[];
  /** Names that are no index of the store, or one that this version declares. */
  refused: string[];
}

/** Drops the named indexes (`collection.index`) if all of them may be dropped and `isConfirmed`. */
export async function contractSchema(
  store: SchemaStore,
  names: readonly string[],
  isConfirmed: boolean,
): Promise<Contraction> {
  const format = await store.get<StoreFormat>('meta', FORMAT_ID);
  if (isOfNewerVersion(format)) {
    throw new Error(`the store names the newer version ${format?.version}: run the command of that version`);
  }
  const droppable = (await store.indexDifferences()).filter(({ kind }) => kind !== 'missing');
  const found = names.map((name) => droppable.find((index) => nameOf(index) === name));
  const refused = names.filter((_, at) => !found[at]);
  const dropped = found.filter((index) => index !== undefined);
  if (isConfirmed && refused.length === 0) {
    for (const { collection, index } of dropped) await store.dropIndex(collection, index);
  }
  return { dropped, refused };
}

export const nameOf = ({ collection, index }: { collection: CollectionName; index: string }): string =>
  `${collection}.${index}`;
