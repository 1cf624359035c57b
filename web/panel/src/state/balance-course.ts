/** How the balances came to be what they are, movement by movement. */
import type { Balances, Counter, UsageEntry } from '../wire.js';

export interface Movement extends UsageEntry {
  /** What was left of its counter after it. */
  left: number;
}

/** Newest first, as they are listed: what was left follows from what is left now. */
export function movementsOf(entries: UsageEntry[], balances: Balances): Movement[] {
  const left = { ...balances };
  return entries.map((entry) => {
    const after = left[entry.counter];
    left[entry.counter] = after - entry.quantity;
    return { ...entry, left: after };
  });
}

/** One counter, oldest first: before the first movement that is known, after each, and as it stands since. */
export function courseOf(movements: Movement[], counter: Counter): { at: number[]; left: number[] } {
  const own = movements.filter((movement) => movement.counter === counter).reverse();
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) return { at: [], left: [] };
  return {
    at: [first.created_at, ...own.map(({ created_at }) => created_at), last.created_at],
    left: [first.left - first.quantity, ...own.map(({ left }) => left), last.left],
  };
}
