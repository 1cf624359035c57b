/**
 * Linked documents in one aggregation. Its pipeline has one document, with a list for each step: `$lookup` takes all ids
 * of a step at once, and reads them after the lists that it takes them from.
 */
import type { Document } from 'mongodb';
import type { CollectionName } from '../collections.js';
import type { LinkedKey, LinkedStart, LinkedStep, Range } from '../store.js';
import { checkRange, limitOf } from '../validate.js';
import { hintOf, pointsFilter, walkOf } from './filters.js';
import { presence } from './indexes.js';

type Expression = unknown;

/** The field of a step's list. */
export const listOf = (step: number): string => `s${step}`;

export function linkedPipeline(from: CollectionName, start: LinkedStart, steps: readonly LinkedStep[]) {
  const { stages, hint } = 'range' in start ? rangeStages(from, start.range) : idStages(from, start.ids);
  const fields = new Set(['_id', ...steps.filter(({ of }) => of === 0).flatMap(fieldsOf)]);
  const ofStart = Object.fromEntries([...fields].map((field) => [field, `$${field}`]));
  const lists = Object.fromEntries(steps.map((_, at) => [listOf(at + 1), 1]));
  const pipeline: Document[] = [
    ...stages,
    { $group: { _id: null, [listOf(0)]: { $push: ofStart } } },
    ...steps.flatMap((step, at) => stagesOf(step, listOf(at + 1))),
    { $project: { _id: 0, ids: `$${listOf(0)}._id`, ...lists } },
  ];
  return { pipeline, hint };
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

const fieldsOf = (step: LinkedStep): string[] =>
  'keys' in step ? step.keys.flatMap((key) => (key.kind === 'field' ? key.field : [])) : [];

function stagesOf(step: LinkedStep, as: string): Document[] {
  const docs = `$${listOf(step.of)}`;
  if (!('keys' in step)) return [indexLookup(step, as)];
  const ids = step.keys.map((key) => idsOf(docs, key));
  return [
    { $set: { ids: { $concatArrays: ids } } },
    { $lookup: { from: step.in, localField: 'ids', foreignField: '_id', as } },
  ];
}

function indexLookup(step: Extract<LinkedStep, { index: string }>, as: string): Document {
  const { spec } = checkRange(step.in, { index: step.index });
  const [foreignField, second] = spec.fields;
  const where = [...(spec.where ? [presence(spec.where)] : []), { [second as string]: { $gt: 0 } }];
  const pipeline = [{ $match: { $and: where } }, { $limit: step.limit }];
  return { $lookup: { from: step.in, localField: `${listOf(step.of)}._id`, foreignField, pipeline, as } };
}

/** The ids of all documents of a list. */
function idsOf(docs: string, key: LinkedKey): Expression {
  const each = (id: Expression) => ({ $map: { input: docs, as: 'doc', in: id } });
  switch (key.kind) {
    case 'field':
      return `${docs}.${key.field}`;
    case 'member':
      return each({ $concat: ['$$doc._id', ':', { $literal: key.account }] });
    case 'members':
      return ofLists(docs, key.accounts, { $concat: ['$$doc._id', ':', '$$item'] });
    case 'entry':
      return each(entryId({ $add: [`$$doc.${key.seq}`, key.plus ?? 0] }));
    case 'messages':
      return ofLists(docs, key.ids, entryId(seqOf('$$item')));
  }
}

/** One id for each item of a list that a document may have. */
const ofLists = (docs: string, field: string, id: Expression): Expression => ({
  $reduce: {
    input: { $map: { input: docs, as: 'doc', in: { $map: { input: listIn(field), as: 'item', in: id } } } },
    initialValue: [],
    in: { $concatArrays: ['$$value', '$$this'] },
  },
});

const listIn = (field: string): Expression => ({ $ifNull: [`$$doc.${field}`, []] });

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const FEW_DIGITS = 4;
const FEW = DIGITS.length ** FEW_DIGITS;

/** `logId`, with half of the work where the number is small. */
const entryId = (seq: Expression): Expression => ({
  $let: {
    vars: { seq },
    in: {
      $cond: [
        { $lt: ['$$seq', FEW] },
        { $concat: ['$$doc._id', ':0000', ...digitsOf('$$seq', FEW_DIGITS)] },
        { $concat: ['$$doc._id', ':', ...digitsOf('$$seq', 2 * FEW_DIGITS)] },
      ],
    },
  },
});

/** `$substrBytes` takes the whole part of a place. */
const digitsOf = (seq: string, count: number): Expression[] =>
  Array.from({ length: count }, (_, at) => {
    const place = { $mod: [{ $divide: [seq, DIGITS.length ** (count - 1 - at)] }, DIGITS.length] };
    return { $substrBytes: [DIGITS, place, 1] };
  });

const HEX = '0123456789abcdef';
/** Where the seq stands in a message id. */
const SEQ_AT = { $range: [26, 36] };

/** `seqOfMessageId`, of an id that the service has made. */
const seqOf = (id: string): Expression => ({
  $reduce: {
    input: SEQ_AT,
    initialValue: 0,
    in: {
      $add: [{ $multiply: ['$$value', HEX.length] }, { $indexOfBytes: [HEX, { $substrBytes: [id, '$$this', 1] }] }],
    },
  },
});
