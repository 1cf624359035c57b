import type { CollectionName } from './collections.js';
import type { Doc, Scalar } from './store.js';
import { pointField } from './validate.js';

/** The documents of one collection that have one of these values in a unique index of one field, in any order. */
export type FetchPoints = (from: CollectionName, index: string, values: Scalar[]) => Promise<Doc[]>;

/** The reads of one index in one tick. */
interface Batch {
  from: CollectionName;
  index: string;
  field: string;
  values: Set<Scalar>;
  waiting: { values: Scalar[]; resolve: (docs: (Doc | null)[]) => void; reject: (cause: unknown) => void }[];
}

/** Bound of the keys in one request, so that a large request does not delay the others. */
const KEYS_MAX = 512;

/** Collects the point reads of a tick, so that a hundred callers cost one request. */
export class PointReads {
  #batches = new Map<string, Batch>();
  readonly #fetch: FetchPoints;
  readonly #begin: () => void;

  /** `begin` is called at the first read of a batch. The owner of this object calls `flush` some time later. */
  constructor(fetch: FetchPoints, begin: () => void) {
    this.#fetch = fetch;
    this.#begin = begin;
  }

  read(from: CollectionName, index: string, values: Scalar[]): Promise<(Doc | null)[]> {
    if (values.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const batch = this.#batchFor(from, index);
      for (const value of values) batch.values.add(value);
      batch.waiting.push({ values, resolve, reject });
    });
  }

  flush(): void {
    const batches = this.#batches;
    if (batches.size === 0) return;
    this.#batches = new Map();
    for (const batch of batches.values()) void this.#send(batch);
  }

  #batchFor(from: CollectionName, index: string): Batch {
    const key = `${from}.${index}`;
    let batch = this.#batches.get(key);
    if (!batch) {
      if (this.#batches.size === 0) this.#begin();
      batch = { from, index, field: pointField(from, index), values: new Set(), waiting: [] };
      this.#batches.set(key, batch);
    }
    return batch;
  }

  async #send({ from, index, field, values, waiting }: Batch): Promise<void> {
    try {
      const keys = [...values];
      const chunks: Promise<Doc[]>[] = [];
      for (let at = 0; at < keys.length; at += KEYS_MAX) {
        chunks.push(this.#fetch(from, index, keys.slice(at, at + KEYS_MAX)));
      }
      const found = new Found(field, await Promise.all(chunks));
      for (const one of waiting) one.resolve(one.values.map((value) => found.take(value)));
    } catch (cause) {
      for (const one of waiting) one.reject(cause);
    }
  }
}

/** The found documents by value. The second caller of a document gets its own copy. */
class Found {
  readonly #docs = new Map<unknown, Doc>();
  readonly #taken = new Set<unknown>();

  constructor(field: string, chunks: Doc[][]) {
    for (const docs of chunks) {
      for (const doc of docs) this.#docs.set((doc as unknown as Record<string, unknown>)[field], doc);
    }
  }

  take(value: Scalar): Doc | null {
    const doc = this.#docs.get(value);
    if (!doc) return null;
    if (this.#taken.has(value)) return structuredClone(doc);
    this.#taken.add(value);
    return doc;
  }
}
