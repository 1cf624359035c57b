/** What is stored: collections as the two engines keep them, in memory, changed one step at a time. */
import { type CollectionName, collections, type IndexSpec } from '#src/store/collections.js';
import { guardHolds } from '#src/store/guards.js';
import { type Doc, idOf, type Range, type Scalar, type TransactionResult, type Write } from '#src/store/store.js';
import { checkRange, LIMIT_MAX, limitOf, pointField } from '#src/store/validate.js';
import { Collection, type Stored } from './collection.js';
import { compareScalars, isWithin } from './order.js';

export type Outcome = 'done' | 'guard' | { by: string };

type Undo = () => void;
type ChangeListener = (name: CollectionName, before: Stored | null, after: Stored | null) => void;

export class Documents {
  readonly #collections = new Map<CollectionName, Collection>();
  readonly #listeners: ChangeListener[] = [];

  /** Called with each document that was changed for good, as it was and as it is; null = not there. */
  watch(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  #tell(name: CollectionName, before: Stored | null, after: Stored | null): void {
    for (const listener of this.#listeners) listener(name, before, after);
  }

  of(name: CollectionName): Collection {
    const found = this.#collections.get(name);
    if (found) return found;
    const made = new Collection(collections[name].indexes as Record<string, IndexSpec>);
    this.#collections.set(name, made);
    return made;
  }

  get<T extends Doc>(from: CollectionName, id: string): T | null {
    return this.of(from).copy(id) as T | null;
  }

  points<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): (T | null)[] {
    if (index === '_id') return values.map((id) => this.get<T>(from, id as string));
    pointField(from, index);
    const collection = this.of(from);
    return values.map((value) => {
      const id = value === null ? undefined : collection.holderOf(index, [value]);
      return id === undefined ? null : (collection.copy(id) as T | null);
    });
  }

  range<T extends Doc>(from: CollectionName, range: Range): T[] {
    const found = this.#walk(from, range).slice(0, limitOf(range));
    return found.map(({ _id }) => this.of(from).copy(_id) as T);
  }

  count(from: CollectionName, range: Range): number {
    return Math.min(this.#walk(from, range).length, limitOf(range, LIMIT_MAX));
  }

  /** The name of the unique index that refuses it, or null. */
  insert(doc: Stored): string | null {
    const log = this.of('log');
    if (log.stored(doc._id)) return '_id';
    return log.put(doc);
  }

  attempt(write: Write): Outcome {
    const before = this.#stored(write);
    const outcome = this.#change(write, []);
    if (outcome === 'done') this.#tell(write.in, before, this.#stored(write));
    return outcome;
  }

  #stored(write: Write): Stored | null {
    return this.of(write.in).stored(idOf(write));
  }

  #change(write: Write, undo: Undo[]): Outcome {
    const collection = this.of(write.in);
    const id = idOf(write);
    const before = collection.stored(id);
    if (!guardHolds(before, write.guard)) return 'guard';
    undo.push(() => (before ? void collection.put(before) : collection.remove(id)));
    if (write.op === 'del') {
      collection.remove(id);
      return 'done';
    }
    const after = write.op === 'put' ? write.doc : changed(before, write);
    if (!after) return 'guard';
    const by = collection.put(after);
    return by === null ? 'done' : { by };
  }

  transaction(writes: Write[]): TransactionResult {
    const undo: Undo[] = [];
    const before = writes.map((write) => this.#stored(write));
    for (const [at, write] of writes.entries()) {
      const outcome = this.#change(write, undo);
      if (outcome === 'done') continue;
      for (const back of undo.reverse()) back();
      return outcome === 'guard'
        ? { ok: false, at, reason: 'guard' }
        : { ok: false, at, reason: 'unique', by: outcome.by };
    }
    for (const [at, write] of writes.entries()) this.#tell(write.in, before[at] ?? null, this.#stored(write));
    return { ok: true };
  }

  #walk(from: CollectionName, range: Range): Stored[] {
    const checked = checkRange(from, range);
    const { spec, prefix, field, bounds, desc } = checked;
    const collection = this.of(from);
    if (range.index === '_id') {
      const found = collection.byId(bounds).filter(({ _id }) => prefix.every((value) => value === _id));
      return desc ? found.reverse() : found;
    }
    const found = collection.among(range.index).filter((doc) => {
      if (!prefix.every((value, at) => (doc[spec.fields[at] as string] ?? null) === value)) return false;
      return field === undefined || isWithin(doc[field], bounds);
    });
    const order = [...new Set([...spec.fields, '_id'])];
    found.sort((a, b) => {
      for (const name of order) {
        const side = compareScalars(a[name], b[name]);
        if (side !== 0) return desc ? -side : side;
      }
      return 0;
    });
    return found;
  }
}

function changed(before: Stored | null, write: Write & { op: 'set' }): Stored | null {
  if (!before) return null;
  const after: Stored = { ...before, ...write.set };
  for (const field of write.unset ?? []) delete after[field];
  for (const [field, by] of Object.entries(write.inc ?? {})) {
    const value = field in after ? after[field] : 0;
    if (typeof value !== 'number') return null;
    after[field] = value + by;
  }
  return after;
}
