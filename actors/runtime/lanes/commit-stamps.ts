/**
 * A transaction that is sent again is refused by its own first try, when only the answer of that was lost. To tell this
 * from somebody else's change, one document that it writes carries the id of the commit: the actor's own version
 * document where there is one, else something that it makes. It costs a field, no write.
 */
import type { Write } from '#src/store/store.js';
import type { CommitUnit } from '../kind.js';

type Stampable = Extract<Write, { op: 'put' | 'set' }>;

/** Entries and records of answers carry a commit id of their own. */
const hasOwnId = (write: Write): boolean => write.op === 'put' && (write.in === 'log' || write.in === 'answers');

/** Documents that only this actor changes come before those that others change too. */
const preferred: readonly ((write: Stampable) => boolean)[] = [
  ({ op, guard }) => op === 'set' && guard?.equals?.version !== undefined,
  ({ op, guard }) => op === 'put' && guard?.absent === true,
  ({ op, guard }) => op === 'set' && guard !== undefined,
  ({ op }) => op === 'put',
  ({ op, set }: Stampable & { set?: object }) => op === 'set' && set !== undefined,
];

/** Puts the id into the unit, which stays the same object, so that its creator can recognize it. */
export function stampCommit(unit: CommitUnit, commit: string): void {
  if (!unit.transaction || unit.record || unit.transaction.some(hasOwnId)) return;
  const candidates = unit.transaction.filter((write): write is Stampable => write.op !== 'del');
  for (const fits of preferred) {
    const chosen = candidates.find(fits);
    if (!chosen) continue;
    unit.transaction = unit.transaction.map((write) => (write === chosen ? stamped(chosen, commit) : write));
    return;
  }
}

function stamped(write: Stampable, lastCommit: string): Write {
  if (write.op === 'put') return { ...write, doc: { ...write.doc, lastCommit } };
  return { ...write, set: { ...write.set, lastCommit } };
}

/** Where a transaction's own first try is looked for, and how it is known. */
export interface CommitTrace {
  write: Write;
  isOurs(stored: Record<string, unknown> | null): boolean;
}

export function traceOf(writes: Write[]): CommitTrace | null {
  for (const write of writes) {
    const id = idIn(write);
    if (id !== undefined) return { write, isOurs: (stored) => stored?.[id.field] === id.commit };
  }
  // Only removals: a missing document was removed, which is all that was intended.
  const removed = writes.find(({ op, guard }) => op === 'del' && guard !== undefined);
  return removed ? { write: removed, isOurs: (stored) => stored === null } : null;
}

function idIn(write: Write): { field: string; commit: unknown } | undefined {
  if (write.op === 'put' && hasOwnId(write)) return { field: 'commit', commit: write.doc.commit };
  const fields: Record<string, unknown> = write.op === 'put' ? write.doc : write.op === 'set' ? (write.set ?? {}) : {};
  return fields.lastCommit === undefined ? undefined : { field: 'lastCommit', commit: fields.lastCommit };
}
