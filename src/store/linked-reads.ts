/**
 * Reads in which documents lead to others: the ids of a step are made of fields that an earlier step has read. An engine
 * carries out all steps in one round trip; here are the ids, and the same in as many round trips as there are steps.
 */
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { type CollectionName, logId, memberId } from './collections.js';
import type { Doc, LinkedDocs, LinkedKey, LinkedStart, LinkedStep, Reader } from './store.js';

type Fields = Doc & Record<string, unknown>;

export function keysFrom(docs: readonly Doc[], keys: readonly LinkedKey[]): string[] {
  const ids = new Set<string>();
  for (const doc of docs) for (const key of keys) for (const id of idsIn(doc as Fields, key)) ids.add(id);
  return [...ids];
}

function idsIn(doc: Fields, key: LinkedKey): string[] {
  switch (key.kind) {
    case 'field':
      return [doc[key.field] as string];
    case 'member':
      return [memberId(doc._id, key.account)];
    case 'members':
      return listIn(doc, key.accounts).map((account) => memberId(doc._id, account));
    case 'entry':
      return [logId(doc._id, (doc[key.seq] as number) + (key.plus ?? 0))];
    case 'messages':
      return listIn(doc, key.ids).map((id) => logId(doc._id, seqOfMessageId(id)));
  }
}

const listIn = (doc: Fields, field: string): string[] => (doc[field] ?? []) as string[];

type StepReader = Pick<Reader, 'getMany' | 'range' | 'rangeAfterEach'>;

/** Steps that come from one share a round trip. */
export async function getInSteps(
  reader: StepReader,
  from: CollectionName,
  start: LinkedStart,
  steps: readonly LinkedStep[],
): Promise<LinkedDocs> {
  const first = 'range' in start ? await reader.range(from, start.range) : await reader.getMany(from, [...start.ids]);
  const found: Doc[][] = [first.filter((doc) => doc !== null)];
  for (let at = 0; at < steps.length; at = found.length - 1) {
    const round = steps.slice(at);
    const length = round.findIndex(({ of }) => of !== round[0]?.of);
    const together = round.slice(0, length < 0 ? round.length : length);
    found.push(...(await Promise.all(together.map((step) => stepFrom(reader, found[step.of] ?? [], step)))));
  }
  const [started = [], ...linked] = found;
  return { ids: started.map(({ _id }) => _id), linked };
}

async function stepFrom(reader: StepReader, docs: readonly Doc[], step: LinkedStep): Promise<Doc[]> {
  if ('keys' in step) {
    const read = await reader.getMany(step.in, keysFrom(docs, step.keys));
    return read.filter((doc) => doc !== null);
  }
  const after = docs.map(({ _id }) => ({ first: _id, gt: 0 }));
  return after.length === 0 ? [] : reader.rangeAfterEach(step.in, { index: step.index, after, limit: step.limit });
}
