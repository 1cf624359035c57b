import type { Filter } from 'mongodb';
import type { CollectionName } from '../collections.js';
import { mongoIndex, shardBetween, shardField, shardOf } from '../sharding.js';
import type { Guard, Range, Scalar } from '../store.js';
import { checkRange, indexOf, pointField } from '../validate.js';
import { presence } from './indexes.js';

export type Stored = { _id: string } & Record<string, unknown>;

const OPERATORS = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const;

/** A range as a query, with the order and the hint that make the server walk the index. */
export interface Walk {
  filter: Filter<Stored>;
  sort: [string, 1 | -1][];
  hint: string;
}

export function walkOf(from: CollectionName, range: Range): Walk {
  const { spec, prefix, field, bounds, desc } = checkRange(from, range);
  const terms: Filter<Stored>[] = spec.where ? [presence(spec.where) as Filter<Stored>] : [];
  prefix.forEach((value, at) => {
    terms.push({ [spec.fields[at] as string]: { $eq: value } } as Filter<Stored>);
  });
  for (const { op, value } of bounds) terms.push({ [field as string]: { [OPERATORS[op]]: value } } as Filter<Stored>);
  if (range.index === '_id') {
    const [id] = prefix;
    const shard = typeof id === 'string' ? shardOf(id) : shardBetween(range.gt ?? range.gte, range.lt ?? range.lte);
    if (shard !== null) terms.push(...shardTerms(from, [shard]));
  }
  const direction = desc ? -1 : 1;
  const order = [...new Set([...spec.fields, '_id'])].map((name) => [name, direction] as [string, 1 | -1]);
  const sort = spec.unique ? order.slice(0, spec.fields.length) : order;
  return { filter: allOf(terms), sort, hint: hintOf(from, range.index) };
}

/** The name of the index in MongoDB. */
export const hintOf = (from: CollectionName, index: string): string =>
  index === '_id' ? '_id_' : mongoIndex(from, index).name;

/** The documents that have one of these values in a unique index of one field. */
export function pointsFilter(from: CollectionName, index: string, values: Scalar[]): Filter<Stored> {
  const present = values.filter((value) => value !== null);
  const terms = [{ [pointField(from, index)]: { $in: present } } as Filter<Stored>];
  const { where } = indexOf(from, index);
  if (where) terms.push(presence(where) as Filter<Stored>);
  const shards = present.flatMap((value) => (typeof value === 'string' ? [shardOf(value)] : []));
  return allOf([...terms, ...shardTerms(from, shards)]);
}

/** So that only the shards of these keys are asked. */
function shardTerms(from: CollectionName, shards: string[]): Filter<Stored>[] {
  const field = shardField(from);
  if (field === null || shards.length === 0) return [];
  const distinct = [...new Set(shards)];
  return [{ [field]: distinct.length === 1 ? { $eq: distinct[0] } : { $in: distinct } } as Filter<Stored>];
}

/** The stored document with this id. */
export const idFilter = (from: CollectionName, id: string): Filter<Stored> =>
  allOf([{ _id: { $eq: id } }, ...shardTerms(from, [shardOf(id)])]);

/** The stored document with this id, if the guard allows a write of it. */
export function guardedFilter(from: CollectionName, id: string, guard: Guard | undefined): Filter<Stored> {
  const terms: Filter<Stored>[] = [{ _id: { $eq: id } }, ...shardTerms(from, [shardOf(id)])];
  if (guard?.absent) terms.push(NEVER);
  if (guard?.olderThan !== undefined) {
    terms.push({ $or: [{ rev: { $eq: null } }, { rev: { $lt: guard.olderThan } }] });
  }
  for (const [field, value] of Object.entries(guard?.equals ?? {})) terms.push(exactly(field, { $eq: value }));
  for (const [field, least] of Object.entries(guard?.atLeast ?? {})) terms.push(exactly(field, { $gte: least }));
  if (guard?.same) terms.push({ $expr: { $eq: ['$$ROOT', { $literal: guard.same }] } });
  return allOf(terms);
}

/** MongoDB matches a list by any of its elements; a guard compares the field itself. */
const exactly = (field: string, condition: object): Filter<Stored> =>
  ({ [field]: { ...condition, $not: { $type: 'array' } } }) as Filter<Stored>;

const NEVER: Filter<Stored> = { _id: { $in: [] } };

const allOf = (terms: Filter<Stored>[]): Filter<Stored> =>
  terms.length === 1 ? (terms[0] as Filter<Stored>) : terms.length === 0 ? {} : { $and: terms };
