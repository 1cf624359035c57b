/** How the balances of an organization came to be what they are, movement by movement. */

interface Entry<C extends string> {
  counter: C;
  /** Positive: given. Negative: spent or taken. */
  quantity: number;
  created_at: number;
}

/** `left`: of its counter, after it. */
export type Moved<E> = E & { left: number };

/** Newest first; the earlier balances follow from the current one. */
export function movementsOf<C extends string, E extends Entry<C>>(
  entries: E[],
  balances: Record<C, number>,
): Moved<E>[] {
  const left = { ...balances };
  return entries.map((entry) => {
    const after = left[entry.counter];
    left[entry.counter] = after - entry.quantity;
    return { ...entry, left: after };
  });
}

/** One counter, oldest first: before the first movement that is known, after each, and as it stands since. */
export function balanceHistoryOf<C extends string>(
  movements: Moved<Entry<C>>[],
  counter: C,
): { at: number[]; left: number[] } {
  const own = movements.filter((movement) => movement.counter === counter).reverse();
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) return { at: [], left: [] };
  return {
    at: [first.created_at, ...own.map(({ created_at }) => created_at), last.created_at],
    left: [first.left - first.quantity, ...own.map(({ left }) => left), last.left],
  };
}
