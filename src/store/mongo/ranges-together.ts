/** Several ranges of one index as one query, whose documents are dealt out among them. */
import type { Filter } from 'mongodb';
import type { CollectionName } from '../collections.js';
import type { Doc, Range, Scalar } from '../store.js';
import { type Bound, type CheckedRange, checkRange, limitOf } from '../validate.js';
import { type Stored, type Walk, walkOf } from './filters.js';

export interface Together extends Walk {
  limit: number;
  /** The documents of each range. Null where there may be more than were read, or one is of no range. */
  deal<T extends Doc>(docs: readonly T[]): T[][] | null;
}

/** Null where the ranges have no order in common. */
export function togetherIn(from: CollectionName, ranges: readonly Range[]): Together | null {
  const walks = ranges.map((range) => walkOf(from, range));
  const [walk] = walks;
  if (!walk || !ranges.every(({ index, desc = false }) => index === ranges[0]?.index && !desc)) return null;
  const limit = Math.min(...ranges.map((range) => limitOf(range)));
  if (limit === 0) return null;
  const checked = ranges.map((range) => checkRange(from, range));
  return {
    filter: { $or: walks.map(({ filter }) => filter) } as Filter<Stored>,
    sort: walk.sort,
    hint: walk.hint,
    limit,
    deal: (docs) => (docs.length < limit ? dealt(checked, docs) : null),
  };
}

/** They come in the order of the index, so that the range of one is mostly that of the one before. */
function dealt<T extends Doc>(ranges: readonly CheckedRange[], docs: readonly T[]): T[][] | null {
  const lists: T[][] = ranges.map(() => []);
  let last = 0;
  for (const doc of docs) {
    if (!holds(ranges[last] as CheckedRange, doc)) last = ranges.findIndex((range) => holds(range, doc));
    if (last < 0) return null;
    (lists[last] as T[]).push(doc);
  }
  return lists;
}

function holds({ spec, prefix, field, bounds }: CheckedRange, doc: Doc): boolean {
  const values = doc as unknown as Record<string, Scalar>;
  return (
    prefix.every((value, at) => values[spec.fields[at] as string] === value) &&
    bounds.every((bound) => isWithin(values[field as string], bound))
  );
}

function isWithin(found: Scalar | undefined, { op, value }: Bound): boolean {
  if (typeof found !== typeof value) return false;
  const own = found as typeof value;
  return op === '<' ? own < value : op === '<=' ? own <= value : op === '>' ? own > value : own >= value;
}
