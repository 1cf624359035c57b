import { type CollectionName, collections, type IndexSpec } from './collections.js';
import { isShardOf, shardField } from './sharding.js';
import type { Doc, Range, Scalar, Write } from './store.js';

/** Checks in front of both engines. They refuse mistakes of our own code, never of a client. */

const DEFAULT_LIMIT = 1_000;
export const LIMIT_MAX = 10_000;
/** A count sends only a number, so that it may cover more. */
export const COUNT_MAX = 1_000_000;
const TOP_LEVEL_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The declared index with that name. Every collection has `_id`. */
export function indexOf(from: CollectionName, name: string): IndexSpec {
  if (name === '_id') return { fields: ['_id'], unique: true };
  const spec = (collections[from].indexes as Record<string, IndexSpec>)[name];
  if (!spec) throw new TypeError(`${from} has no index ${name}`);
  return spec;
}

/** A key must be a scalar: MongoDB would treat a client's object as an operator. */
export function checkScalars(values: Iterable<unknown>): void {
  for (const value of values) {
    if (value !== null && typeof value === 'object') throw new TypeError('a key is a scalar');
    if (value === undefined) throw new TypeError('a key is missing');
  }
}

export function checkIds(ids: unknown[]): void {
  for (const id of ids) if (typeof id !== 'string') throw new TypeError('an id is a string');
}

/** The one field of a unique index, for point reads. */
export function pointField(from: CollectionName, name: string): string {
  const spec = indexOf(from, name);
  const [field] = spec.fields;
  if (!spec.unique || spec.fields.length !== 1 || field === undefined) {
    throw new TypeError(`${from}.${name} is no unique index of one field`);
  }
  return field;
}

export interface Bound {
  op: '>' | '>=' | '<' | '<=';
  value: string | number | boolean;
}

export interface CheckedRange {
  spec: IndexSpec;
  prefix: Scalar[];
  /** The bounded field, if there are bounds; all bounds have one type. */
  field: string | undefined;
  bounds: Bound[];
  desc: boolean;
}

/** A range with its index, and its bounds in one list. */
export function checkRange(from: CollectionName, range: Range): CheckedRange {
  const spec = indexOf(from, range.index);
  const prefix = range.prefix ?? [];
  checkScalars(prefix);
  const bounds = boundsOf(range);
  const field = bounds.length > 0 ? spec.fields[prefix.length] : undefined;
  if (prefix.length > spec.fields.length || (bounds.length > 0 && field === undefined)) {
    throw new TypeError(`${from}.${range.index} has too few fields for this range`);
  }
  return { spec, prefix, field, bounds, desc: range.desc ?? false };
}

function boundsOf(range: Range): Bound[] {
  const bounds: Bound[] = [];
  const add = (op: Bound['op'], value: Scalar | undefined) => {
    if (value === undefined) return;
    if (value === null) throw new TypeError('a range has no bound null: fix the field by the prefix instead');
    checkScalars([value]);
    bounds.push({ op, value });
  };
  add('>', range.gt);
  add('>=', range.gte);
  add('<', range.lt);
  add('<=', range.lte);
  if (new Set(bounds.map((bound) => typeof bound.value)).size > 1) throw new TypeError('bounds of different types');
  return bounds;
}

export function limitOf(range: Range, fallback: number = DEFAULT_LIMIT): number {
  return Math.max(0, Math.min(range.limit ?? fallback, LIMIT_MAX));
}

export const countLimitOf = ({ limit = LIMIT_MAX }: Range): number => Math.max(0, Math.min(limit, COUNT_MAX));

/** Field names are our own and plain, so that no client input becomes an operator, a path or a prototype. */
export function checkNames(names: Iterable<string>): void {
  for (const name of names) {
    if (name === '_id' || TOP_LEVEL_NAME.test(name)) continue;
    throw new TypeError(`${JSON.stringify(name)} is no name for a top-level field`);
  }
}

export function checkDoc(doc: Doc): void {
  if (typeof doc._id !== 'string') throw new TypeError('a document needs a string _id');
  for (const name in doc) {
    if (name !== '_id' && !TOP_LEVEL_NAME.test(name)) checkNames([name]);
  }
}

/** The field by which MongoDB may divide the collection never differs from the id. */
export function checkShard(into: CollectionName, doc: Doc): void {
  const field = shardField(into);
  if (field === null || isShardOf((doc as Doc & Record<string, unknown>)[field], doc._id)) return;
  throw new TypeError(`${into}.${field} of ${doc._id} is not the beginning of the id`);
}

export function checkEntry(entry: Doc): void {
  checkDoc(entry);
  checkShard('log', entry);
}

export function checkWrite(write: Write): void {
  if (write.op === 'put') {
    checkDoc(write.doc);
    checkShard(write.in, write.doc);
  } else if (typeof write.id !== 'string') throw new TypeError('a write needs a string id');
  if (write.op === 'set') {
    const names = [...Object.keys(write.set ?? {}), ...(write.unset ?? []), ...Object.keys(write.inc ?? {})];
    checkNames(names);
    const shard = shardField(write.in);
    if (names.includes('_id') || (shard !== null && names.includes(shard))) throw new TypeError('a key never changes');
    if (new Set(names).size !== names.length) throw new TypeError('one write changes a field once');
    for (const by of Object.values(write.inc ?? {})) {
      if (!Number.isFinite(by)) throw new TypeError('inc takes a finite number');
    }
  }
  checkNames(Object.keys(write.guard?.equals ?? {}));
  checkScalars(Object.values(write.guard?.equals ?? {}));
  checkNames(Object.keys(write.guard?.atLeast ?? {}));
}
