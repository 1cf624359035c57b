/** Finds names in the store: it reads every collection, and searches every text and key of every document. */
import { type CollectionName, collections } from './collections.js';
import type { Doc, Reader } from './store.js';

export interface Reference {
  in: CollectionName;
  id: string;
  /** The name that was found. */
  name: string;
}

const PAGE = 1_000;
/** Rows of the audit log stay as they are: they keep the id of an erased account, which nothing explains any more. */
const names = (Object.keys(collections) as CollectionName[]).filter((name) => name !== 'audit');

/**
 * Documents that contain one of the names. For operators and tests only, because it reads the whole store. Who skips
 * `erasures`, the records of unfinished erasures, also skips the placeholders of erased documents: the last run of the
 * erasure removes both.
 */
export async function* findReferences(
  reader: Reader,
  wanted: readonly string[],
  skip: readonly CollectionName[] = [],
): AsyncGenerator<Reference> {
  const skipsPlaceholders = skip.includes('erasures');
  for (const from of names.filter((name) => !skip.includes(name))) {
    for (let edge = ''; ; ) {
      const docs = await reader.range<Doc>(from, { index: '_id', gt: edge, limit: PAGE });
      for (const doc of docs) if (!(skipsPlaceholders && 'erased' in doc)) yield* referencesIn(from, doc, wanted);
      const last = docs.at(-1);
      if (!last || docs.length < PAGE) break;
      edge = last._id;
    }
  }
}

function* referencesIn(from: CollectionName, doc: Doc, wanted: readonly string[]): Generator<Reference> {
  const text = JSON.stringify(doc);
  for (const name of wanted) if (text.includes(name)) yield { in: from, id: doc._id, name };
}
