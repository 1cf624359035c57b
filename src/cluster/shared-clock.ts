/**
 * The time of the shared store, kept by this machine's monotonic clock: whatever somebody does to the wall clock of a
 * node, durations that rooms decide on mean the same on all of them.
 */
export interface SharedClockOptions {
  /** ms since epoch by the store's clock. */
  ask(): Promise<number>;
  monotonic(): number;
}

export interface SharedClock {
  now(): number;
  /** Asks again. What was said before stays said: the clock waits rather than going back. */
  sync(): Promise<void>;
}

/** The way to the store and back may take this long before its answer says too little. */
const SLOW_MS = 1_000;

/** Resolves once the store has told the time: the first answer is taken as it is, however long it took. */
export async function openSharedClock({ ask, monotonic }: SharedClockOptions): Promise<SharedClock> {
  let { offset } = await measure(ask, monotonic);
  let said = Number.NEGATIVE_INFINITY;
  return {
    now() {
      said = Math.max(said, Math.round(monotonic() + offset));
      return said;
    },
    async sync() {
      const measured = await measure(ask, monotonic);
      if (measured.tookMs <= SLOW_MS) offset = measured.offset;
    },
  };
}

/** How far the store's clock is ahead of this one, in ms, as of the middle of the way there and back. */
async function measure(ask: () => Promise<number>, monotonic: () => number) {
  const before = monotonic();
  const told = await ask();
  const after = monotonic();
  return { offset: told - (before + after) / 2, tookMs: after - before };
}
