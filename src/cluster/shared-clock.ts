/**
 * The time of the shared store, kept by this machine's monotonic clock: whatever happens to the wall clock of a
 * node, durations that rooms decide on mean the same on all of them. The clock of the store is followed, not believed:
 * what it says for a moment is outvoted, and what it says for good is approached slowly.
 */
export interface SharedClockOptions {
  /** ms since epoch by the store's clock. */
  ask(): Promise<number>;
  monotonic(): number;
  /** ms since epoch by this machine's own clock: a witness, never the time. */
  wall(): number;
}

export interface SharedClock {
  now(): number;
  /** By how many ms the store's clock, as it was measured last, is ahead of what this one says. */
  lag(): number;
  /** Measures again. What was said before stays said: the clock goes slower rather than back. */
  sync(): Promise<void>;
}

/** The way to the store and back may take this long before its answer says too little. */
const SLOW_MS = 1_000;
/** Questions of one measurement; the one with the shortest way counts. */
const SAMPLES = 3;
/** The median of so many measurements is followed: two in a row that are wrong change nothing. */
const WINDOW = 5;
/** ms by which the clock goes faster or slower than time, at most, for each ms that passes. */
export const SLEW_RATE = 0.1;
/** Farther off, the clock is set forward at once where the machine's own clock agrees with the store's this closely. */
const STEP_MS = 60_000;

interface Measurement {
  offset: number;
  tookMs: number;
}

/** Resolves once the time of the store was read: the first measurement is taken as it is, however long it took. */
export async function openSharedClock({ ask, monotonic, wall }: SharedClockOptions): Promise<SharedClock> {
  const first = await measure(ask, monotonic);
  const slewed = new SlewedOffset(first.offset, monotonic);
  const window = Array.from({ length: WINDOW }, () => first.offset);
  let measured = first.offset;
  let said = Number.NEGATIVE_INFINITY;
  let syncing: Promise<void> | null = null;

  async function sync(): Promise<void> {
    const { offset, tookMs } = await measure(ask, monotonic);
    if (tookMs > SLOW_MS) return;
    measured = offset;
    window.shift();
    window.push(offset);
    const target = median(window);
    const isWitnessed = Math.abs(monotonic() + target - wall()) <= STEP_MS;
    if (isWitnessed && target - slewed.now() > STEP_MS) slewed.step(target);
    else slewed.approach(target);
  }

  return {
    now() {
      said = Math.max(said, Math.round(monotonic() + slewed.now()));
      return said;
    },
    lag: () => measured - slewed.now(),
    sync() {
      syncing ??= sync().finally(() => {
        syncing = null;
      });
      return syncing;
    },
  };
}

/** An offset on its way to a target, at a bounded rate. */
class SlewedOffset {
  readonly #monotonic: () => number;
  #offset: number;
  #target: number;
  #at: number;

  constructor(offset: number, monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#offset = offset;
    this.#target = offset;
    this.#at = monotonic();
  }

  now(): number {
    const at = this.#monotonic();
    const most = (at - this.#at) * SLEW_RATE;
    this.#at = at;
    this.#offset += Math.max(-most, Math.min(most, this.#target - this.#offset));
    return this.#offset;
  }

  /** What has passed until now was on the way to the earlier target. */
  approach(target: number): void {
    this.now();
    this.#target = target;
  }

  step(target: number): void {
    this.#offset = target;
    this.#target = target;
    this.#at = this.#monotonic();
  }
}

/** How far the store's clock is ahead of the monotonic one, in ms: of several answers the one with the shortest way. */
async function measure(ask: () => Promise<number>, monotonic: () => number): Promise<Measurement> {
  let best: Measurement | null = null;
  for (let at = 0; at < SAMPLES; at += 1) {
    const before = monotonic();
    const storeTime = await ask();
    const after = monotonic();
    // As of the middle of the way there and back.
    const sample = { offset: storeTime - (before + after) / 2, tookMs: after - before };
    if (!best || sample.tookMs < best.tookMs) best = sample;
  }
  return best as Measurement;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
