import { RefusalError } from '#src/errors.js';

export interface ConcurrencyLimit {
  /** Does it when there is room, or refuses it at once: nobody waits in line with a connection held open. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let taken = 0;
  return {
    async run(work) {
      if (taken >= most) throw new RefusalError('overloaded', { retryAfterMs: 1_000 });
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
  };
}
