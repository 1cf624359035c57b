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

/** Resolves once the store has told the time. */
export async function openSharedClock({ ask, monotonic }: SharedClockOptions): Promise<SharedClock> {
  let offset = await askOffset(ask, monotonic);
  let said = Number.NEGATIVE_INFINITY;
  return {
    now() {
      said = Math.max(said, Math.round(monotonic() + (offset as number)));
      return said;
    },
    async sync() {
      offset = (await askOffset(ask, monotonic)) ?? offset;
    },
  };

  /** Null when the answer took too long to mean anything. The first one is taken as it is. */
  async function askOffset(question: typeof ask, clock: typeof monotonic): Promise<number> {
    const before = clock();
    const told = await question();
    const after = clock();
    if (after - before > SLOW_MS && offset !== undefined) return offset;
    return told - (before + after) / 2;
  }
}
