import { RefusalError } from '#src/errors.js';

export interface Slots {
  /** Does it when there is room, or refuses it at once: nobody waits in line with a connection held open. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

export function createSlots(most: number): Slots {
  let taken = 0;
  return {
    async use(work) {
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
