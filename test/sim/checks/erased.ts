/** Accounts that were given up: in the end no document names them, and nobody waits for that. */
import type { Erasure } from '#src/domain/accounts/erasure.js';
import { type CollectionName, collections } from '#src/store/collections.js';
import type { History } from '../history.js';
import type { World } from '../world.js';

/** Who may be gone by a moment: asked to be, and not refused. */
export const mayBeGone = ({ ops }: History, account: string, by: number): boolean =>
  ops.some(({ what, who, begunAt }) => what === 'give_up' && who === account && begunAt <= by);

export function erased({ history, documents }: World, calmAt: number): string[] {
  const found: string[] = [];
  const ops = history.ops.filter(({ what, outcome }) => what === 'give_up' && outcome === 'ok');
  for (const { who, endedAt } of ops) {
    const erasure = documents.get<Erasure>('erasures', who);
    if (!erasure) found.push(...tracesOf(who, documents));
    else if (endedAt < calmAt && erasure.passedAt === null) found.push(`erasure: nobody has erased ${who}`);
  }
  return found;
}

/** Somebody's documents are still there; a job that could not remove them all tries again later and later. */
export const isErasurePending = ({ documents }: World): boolean =>
  documents.range<Erasure>('erasures', { index: '_id', limit: 100 }).some(({ passedAt }) => passedAt === null);

function tracesOf(account: string, documents: World['documents']): string[] {
  return (Object.keys(collections) as CollectionName[]).flatMap((name) => {
    const docs = documents.of(name).byId([]);
    const named = docs.filter((doc) => JSON.stringify(doc).includes(account));
    return named.map(({ _id }) => `erasure: ${name} ${_id} still names ${account}`);
  });
}
