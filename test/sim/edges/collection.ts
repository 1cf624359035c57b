/** One collection with its indexes. What lies here is nobody else's: it is copied on the way in and on the way out. */
import type { IndexSpec } from '#src/store/collections.js';
import type { Bound } from '#src/store/validate.js';
import { isWithin } from './order.js';

export type Stored = { _id: string } & Record<string, unknown>;

interface Index {
  spec: IndexSpec;
  docs: Map<string, Stored>;
  /** Of a unique one. */
  holders: Map<string, string>;
}

export class Collection {
  readonly #docs = new Map<string, Stored>();
  readonly #texts = new Map<string, string>();
  readonly #ids: string[] = [];
  readonly #indexes: [name: string, index: Index][];

  constructor(specs: Record<string, IndexSpec>) {
    this.#indexes = Object.entries(specs).map(([name, spec]) => [
      name,
      { spec, docs: new Map(), holders: new Map() } satisfies Index,
    ]);
  }

  get size(): number {
    return this.#docs.size;
  }

  /** Not to be changed. */
  stored(id: string): Stored | null {
    return this.#docs.get(id) ?? null;
  }

  copy(id: string): Stored | null {
    const text = this.#texts.get(id);
    return text === undefined ? null : (JSON.parse(text) as Stored);
  }

  holderOf(index: string, values: unknown[]): string | undefined {
    return this.#index(index).holders.get(JSON.stringify(values));
  }

  /** All that are in the index, in no order. */
  among(index: string): Stored[] {
    return [...this.#index(index).docs.values()];
  }

  /** In the order of their ids. */
  byId(bounds: readonly Bound[]): Stored[] {
    const lower = bounds.filter(({ op }) => op.startsWith('>')).map(({ value }) => value as string);
    const from = Math.min(...lower.map((value) => this.#place(value)), this.#ids.length);
    const found: Stored[] = [];
    for (let at = lower.length > 0 ? from : 0; at < this.#ids.length; at += 1) {
      const id = this.#ids[at] as string;
      if (isWithin(id, bounds)) found.push(this.#docs.get(id) as Stored);
      else if (found.length > 0) break;
      else if (bounds.some(({ op, value }) => op.startsWith('<') && id > value)) break;
    }
    return found;
  }

  /** The name of the unique index that refuses it, or null. */
  put(given: Stored): string | null {
    const text = JSON.stringify(given);
    const doc = JSON.parse(text) as Stored;
    for (const [name, { spec, holders }] of this.#indexes) {
      if (!spec.unique || !isIn(spec, doc)) continue;
      const holder = holders.get(keyOf(spec, doc));
      if (holder !== undefined && holder !== doc._id) return name;
    }
    this.remove(doc._id);
    this.#docs.set(doc._id, doc);
    this.#texts.set(doc._id, text);
    this.#ids.splice(this.#place(doc._id), 0, doc._id);
    for (const [, { spec, docs, holders }] of this.#indexes) {
      if (!isIn(spec, doc)) continue;
      docs.set(doc._id, doc);
      if (spec.unique) holders.set(keyOf(spec, doc), doc._id);
    }
    return null;
  }

  remove(id: string): void {
    const doc = this.#docs.get(id);
    if (!doc) return;
    this.#docs.delete(id);
    this.#texts.delete(id);
    this.#ids.splice(this.#place(id), 1);
    for (const [, { spec, docs, holders }] of this.#indexes) {
      if (docs.delete(id) && spec.unique) holders.delete(keyOf(spec, doc));
    }
  }

  #index(name: string): Index {
    const found = this.#indexes.find(([each]) => each === name);
    if (!found) throw new TypeError(`no index ${name}`);
    return found[1];
  }

  /** Where the id is, or would be. */
  #place(id: string): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] as string) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const isIn = ({ where = [] }: IndexSpec, doc: Stored): boolean =>
  where.every((field) => doc[field] !== undefined && doc[field] !== null);

const keyOf = ({ fields }: IndexSpec, doc: Stored): string => JSON.stringify(fields.map((field) => doc[field] ?? null));
