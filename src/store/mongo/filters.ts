import type { Filter, Sort } from 'mongodb';
import type { CollectionName } from '../collections.js';
import type { Guard, Range, Scalar } from '../store.js';
import { checkRange, indexOf, pointField } from '../validate.js';
import { presence } from './indexes.js';

export type Stored = { _id: string } & Record<string, unknown>;

const OPERATORS = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const;

/** A range as a query, with the order and the hint that make the server walk the index. */
export interface Walk {
  filter: Filter<Stored>;
  sort: Sort;
  hint: string;
}

export function walkOf(from: CollectionName, range: Range): Walk {
  const { spec, prefix, field, bounds, desc } = checkRange(from, range);
  const terms: Filter<Stored>[] = spec.where ? [presence(spec.where) as Filter<Stored>] : [];
  prefix.forEach((value, at) => {
    terms.push({ [spec.fields[at] as string]: { $eq: value } } as Filter<Stored>);
  });
  for (const { op, value } of bounds) terms.push({ [field as string]: { [OPERATORS[op]]: value } } as Filter<Stored>);
  const direction = desc ? -1 : 1;
  const order = [...new Set([...spec.fields, '_id'])].map((name) => [name, direction] as [string, 1 | -1]);
  const sort = spec.unique ? order.slice(0, spec.fields.length) : order;
  return { filter: allOf(terms), sort, hint: range.index === '_id' ? '_id_' : range.index };
}

/** The documents that have one of these values in a unique index of one field. */
export function pointsFilter(from: CollectionName, index: string, values: Scalar[]): Filter<Stored> {
  const among = { [pointField(from, index)]: { $in: values.filter((value) => value !== null) } } as Filter<Stored>;
  const { where } = indexOf(from, index);
  return where ? allOf([presence(where) as Filter<Stored>, among]) : among;
}

/** The stored document with this id, if the guard allows a write of it. */
export function guardedFilter(id: string, guard: Guard | undefined): Filter<Stored> {
  const terms: Filter<Stored>[] = [{ _id: { $eq: id } }];
  if (guard?.absent) terms.push(NEVER);
  if (guard?.olderThan !== undefined) {
    terms.push({ $or: [{ rev: { $eq: null } }, { rev: { $lt: guard.olderThan } }] });
  }
  for (const [field, value] of Object.entries(guard?.equals ?? {})) terms.push(exactly(field, { $eq: value }));
  for (const [field, least] of Object.entries(guard?.atLeast ?? {})) terms.push(exactly(field, { $gte: least }));
  return allOf(terms);
}

/** MongoDB matches a list by any of its elements; a guard compares the field itself. */
const exactly = (field: string, condition: object): Filter<Stored> =>
  ({ [field]: { ...condition, $not: { $type: 'array' } } }) as Filter<Stored>;

const NEVER: Filter<Stored> = { _id: { $in: [] } };

const allOf = (terms: Filter<Stored>[]): Filter<Stored> =>
  terms.length === 1 ? (terms[0] as Filter<Stored>) : terms.length === 0 ? {} : { $and: terms };
