import type { Doc, Store } from '../store.js';

const PAGE = 1_000;

interface Counted extends Doc {
  stars?: number;
  followers?: number;
  following?: number;
}

/** Moves the numbers of an account that other accounts change into their own document. */
export async function splitTallies(store: Store): Promise<void> {
  for (let after = ''; ; ) {
    const accounts = await store.range<Counted>('accounts', { index: '_id', gt: after, limit: PAGE });
    await store.write(
      accounts.map(({ _id, stars = 0, followers = 0, following = 0 }) => ({
        op: 'put',
        in: 'tallies',
        doc: { _id, stars, followers, following },
        guard: { absent: true },
      })),
    );
    const last = accounts.at(-1);
    if (!last || accounts.length < PAGE) return;
    after = last._id;
  }
}
