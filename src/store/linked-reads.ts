/**
 * Reads in which documents lead to others: the ids of a step are made of fields that an earlier step has read. An engine
 * carries out all steps in one round trip; here are the ids, and the same in more round trips.
 */
import { type CollectionName, memberId } from './collections.js';
import type { Doc, LinkedDocs, LinkedKey, LinkedStart, LinkedStep, Reader } from './store.js';

/** `found`: the documents of the start, then those of each step. */
export function keysFrom(found: readonly (readonly Doc[])[], keys: readonly LinkedKey[]): string[] {
  const ids = new Set<string>();
  for (const key of keys) for (const doc of found[key.of] ?? []) for (const id of idsIn(doc, key)) ids.add(id);
  return [...ids];
}

function idsIn(doc: Doc, key: LinkedKey): string[] {
  if ('list' in key) return listIn(doc, key.list);
  if ('accounts' in key) {
    const others = listIn(doc, key.accounts).filter((account) => account !== key.except);
    return others.map((account) => memberId(doc._id, account));
  }
  const id = fieldOf(doc, key.field);
  return typeof id === 'string' ? [id] : [];
}

const listIn = (doc: Doc, path: string): string[] => (fieldOf(doc, path) ?? []) as string[];

const fieldOf = (doc: Doc, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], doc);

type StepReader = Pick<Reader, 'getMany' | 'range'>;

/** The documents of the start come with the second step: heads that were read before guard them, too. */
export async function getInSteps(
  reader: StepReader,
  from: CollectionName,
  start: LinkedStart,
  steps: readonly LinkedStep[],
): Promise<LinkedDocs> {
  const first = 'range' in start ? await reader.range(from, start.range) : await reader.getMany(from, [...start.ids]);
  const found: Doc[][] = [thereOf(first)];
  const again = found[0]?.map(({ _id }) => _id) ?? [];
  for (const [at, step] of steps.entries()) {
    const [docs, started] = await Promise.all([
      reader.getMany(step.in, keysFrom(found, step.keys)),
      at === 1 ? reader.getMany(from, again) : found[0],
    ]);
    found.push(thereOf(docs));
    found[0] = thereOf(started ?? []);
  }
  const [started = [], ...linked] = found;
  return { start: started, linked };
}

const thereOf = (docs: readonly (Doc | null)[]): Doc[] => docs.filter((doc) => doc !== null);
