/** The history of an organization's balances, transaction by transaction. */

interface Entry<C extends string> {
  counter: C;
  /** Positive: credited. Negative: spent or removed. */
  quantity: number;
  created_at: number;
}

/** `left`: the balance of the counter after the transaction. */
export type Moved<E> = E & { left: number };

/** Newest first; earlier balances are computed backwards from the current one. */
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

/** One counter, oldest first: the balance before the first known transaction, after each one, and now. */
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
