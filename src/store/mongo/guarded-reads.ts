import type { Db, Document } from 'mongodb';
import type { CollectionName } from '../collections.js';
import type { Doc, GuardedDocs, GuardedRange } from '../store.js';
import { checkRange } from '../validate.js';
import { pointsFilter, type Stored } from './filters.js';
import { presence } from './indexes.js';

/** Bound of the documents in one command, so that a large answer does not delay the others. */
const IDS_MAX = 64;
const NAME = 'guarded';

interface Waiting {
  id: string;
  resolve: (found: GuardedDocs) => void;
  reject: (cause: unknown) => void;
}

type Reaching = <T>(what: string, work: () => Promise<T>) => Promise<T>;

interface Batch {
  from: CollectionName;
  ranges: readonly GuardedRange[];
  waiting: Waiting[];
}

/**
 * Documents with those that they guard, in one command: `$lookup` takes the id from the first document, so the server
 * has read that one before it reads the others. Reads of one tick share a command.
 */
export class GuardedReads {
  readonly #db: Db;
  readonly #reaching: Reaching;
  #batches = new Map<string, Batch>();

  constructor(db: Db, reaching: Reaching) {
    this.#db = db;
    this.#reaching = reaching;
  }

  /** Null for a document that does not exist: nothing was looked for then. */
  read(from: CollectionName, id: string, ranges: readonly GuardedRange[]): Promise<GuardedDocs> {
    if (this.#batches.size === 0) setImmediate(() => this.#flush());
    const key = JSON.stringify([from, ranges]);
    const batch = this.#batches.get(key) ?? { from, ranges, waiting: [] };
    this.#batches.set(key, batch);
    return new Promise((resolve, reject) => batch.waiting.push({ id, resolve, reject }));
  }

  #flush(): void {
    const batches = [...this.#batches.values()];
    this.#batches = new Map();
    for (const batch of batches) {
      for (let at = 0; at < batch.waiting.length; at += IDS_MAX) {
        void this.#send({ ...batch, waiting: batch.waiting.slice(at, at + IDS_MAX) });
      }
    }
  }

  async #send({ from, ranges, waiting }: Batch): Promise<void> {
    try {
      const ids = [...new Set(waiting.map(({ id }) => id))];
      const stages = [{ $match: pointsFilter(from, '_id', ids) }, ...ranges.map(lookupOf)];
      const cursor = this.#db.collection<Stored>(from).aggregate<Stored>(stages, { hint: '_id_' });
      const found = new Map(
        (await this.#reaching(`getGuarding ${from}`, () => cursor.toArray())).map((doc) => [doc._id, doc]),
      );
      for (const { id, resolve } of waiting) resolve(docsOf(found.get(id), ranges.length));
    } catch (cause) {
      for (const { reject } of waiting) reject(cause);
    }
  }
}

function lookupOf({ in: from, index, limit }: GuardedRange, at: number): Document {
  const { spec } = checkRange(from, { index });
  const [foreignField] = spec.fields;
  const order = Object.fromEntries([...new Set([...spec.fields.slice(1), '_id'])].map((field) => [field, 1]));
  const where = spec.where ? [{ $match: presence(spec.where) }] : [];
  const pipeline = [...where, { $sort: order }, { $limit: limit }];
  return { $lookup: { from, localField: '_id', foreignField, pipeline, as: NAME + at } };
}

/** The second caller of a document gets its own copy. */
function docsOf(found: Stored | undefined, count: number): GuardedDocs {
  if (!found) return { doc: null, guarded: [] };
  const doc = structuredClone(found);
  const guarded = Array.from({ length: count }, (_, at) => {
    const docs = doc[NAME + at] as Doc[];
    delete doc[NAME + at];
    return docs;
  });
  return { doc, guarded };
}
