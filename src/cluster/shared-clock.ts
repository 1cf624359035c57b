/**
 * The time of the shared store, kept by this machine's monotonic clock. Therefore durations in rooms mean the same on
 * all nodes, whatever happens to a node's wall clock. The store's clock is not trusted blindly: a single wrong reading
 * is outvoted, and a lasting change is slewed.
 */
export interface SharedClockOptions {
  /** ms since epoch by the store's clock. */
  ask(): Promise<number>;
  monotonic(): number;
  /** ms since epoch by this machine's wall clock; it only confirms the store's clock. */
  wall(): number;
}

export interface SharedClock {
  now(): number;
  /** The ms by which the store's clock is ahead of this one, by the last measurement. */
  lag(): number;
  /** Measures again. The clock never goes back; it runs slower instead. */
  sync(): Promise<void>;
}

/** A measurement with a longer round trip is too inexact and ignored. */
const SLOW_MS = 1_000;
/** Readings of one measurement; the one with the shortest round trip counts. */
const SAMPLES = 3;
/** The clock follows the median of this many measurements, so that two wrong ones in a row have no effect. */
const WINDOW = 5;
/** The largest correction in ms for each ms that passes. */
export const SLEW_RATE = 0.1;
/**
 * A clock that is farther behind is set forward at once, if the wall clock confirms the store's clock within the same
 * bound.
 */
const STEP_MS = 60_000;

interface Measurement {
  offset: number;
  tookMs: number;
}

/** Resolves once the store's time was read. The first measurement counts however long it took. */
export async function openSharedClock({ ask, monotonic, wall }: SharedClockOptions): Promise<SharedClock> {
  const first = await measure(ask, monotonic);
  const slewed = new SlewedOffset(first.offset, monotonic);
  const window = Array.from({ length: WINDOW }, () => first.offset);
  let measured = first.offset;
  let latest = Number.NEGATIVE_INFINITY;
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
      latest = Math.max(latest, Math.round(monotonic() + slewed.now()));
      return latest;
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

/** An offset that moves to a target at a bounded rate. */
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

  /** The time until now still counts towards the earlier target. */
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

/** The ms by which the store's clock is ahead of the monotonic one, from the reading with the shortest round trip. */
async function measure(ask: () => Promise<number>, monotonic: () => number): Promise<Measurement> {
  let best: Measurement | null = null;
  for (let at = 0; at < SAMPLES; at += 1) {
    const before = monotonic();
    const storeTime = await ask();
    const after = monotonic();
    // The store's time belongs to the middle of the round trip.
    const sample = { offset: storeTime - (before + after) / 2, tookMs: after - before };
    if (!best || sample.tookMs < best.tookMs) best = sample;
  }
  return best as Measurement;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
