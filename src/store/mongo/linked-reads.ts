/**
 * Linked documents in one aggregation. Its pipeline has one document, with a list for each step: `$lookup` takes all ids
 * of a step at once. A pipeline of few and small stages costs the server less than the documents that it reads.
 */
import type { Document } from 'mongodb';
import type { CollectionName } from '../collections.js';
import type { LinkedKey, LinkedStart, LinkedStep, Range } from '../store.js';
import { limitOf } from '../validate.js';
import { hintOf, pointsFilter, walkOf } from './filters.js';

/** The field of a step's list. */
export const listOf = (step: number): string => `s${step}`;

export function linkedPipeline(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]) {
  const { stages, hint } = 'range' in start ? rangeStages(from, start.range) : idStages(from, start.ids);
  const lookups = steps.flatMap((step, at) => stagesOf(step, listOf(at + 1)));
  return { pipeline: [...stages, { $group: { _id: null, [listOf(0)]: { $push: '$$ROOT' } } }, ...lookups], hint };
}

function rangeStages(from: CollectionName, range: Range): { stages: Document[]; hint: string } {
  const { filter, sort, hint } = walkOf(from, range);
  const order = { $sort: Object.fromEntries(sort as [string, 1 | -1][]) };
  return { stages: [{ $match: filter }, order, { $limit: Math.max(1, limitOf(range)) }], hint };
}

const idStages = (from: CollectionName, ids: readonly string[]): { stages: Document[]; hint: string } => ({
  stages: [{ $match: pointsFilter(from, '_id', [...ids]) }],
  hint: hintOf(from, '_id'),
});

function stagesOf({ in: from, keys }: LinkedStep, as: string): Document[] {
  const [only] = keys;
  const lookup = (localField: string) => ({ $lookup: { from, localField, foreignField: '_id', as } });
  if (only && keys.length === 1 && !('accounts' in only)) return [lookup(pathOf(only))];
  // The list of ids gives way to the documents.
  return [{ $set: { [as]: { $concatArrays: keys.map(idsOf) } } }, lookup(as)];
}

const pathOf = (key: Exclude<LinkedKey, { accounts: string }>): string =>
  `${listOf(key.of)}.${'list' in key ? key.list : key.field}`;

function idsOf(key: LinkedKey): unknown {
  if (!('accounts' in key)) return `$${pathOf(key)}`;
  const { of, accounts, except } = key;
  const others = { $setDifference: [`$$doc.${accounts}`, [{ $literal: except }]] };
  const ids = { $map: { input: others, as: 'account', in: { $concat: ['$$doc._id', ':', '$$account'] } } };
  const pairs = { $filter: { input: `$${listOf(of)}`, as: 'doc', cond: { $isArray: `$$doc.${accounts}` } } };
  return {
    $reduce: {
      input: pairs,
      initialValue: [],
      in: { $concatArrays: ['$$value', { $let: { vars: { doc: '$$this' }, in: ids } }] },
    },
  };
}
