import type { Env } from '../gateway-deps.js';
import type { Outbox } from './outbox.js';

export const UNSENT_BYTES_MAX = 1_048_576;
export const UNSENT_MS_MAX = 5_000;
/** A page may take longer as long as some of it is taken, but not for ever. */
export const PAGE_MS_MAX = 60_000;
const CHECK_INTERVAL_MS = 1_000;
/** How long a slow consumer has to receive the close reason before it is terminated. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Since when bytes up to `mark` have been waiting. */
interface Lag {
  begunAt: number;
  since: number;
  mark: number;
  queued: number | null;
}

/** Slow consumers: connections with more than 1 MiB, or anything for more than 5 s, unsent. They are closed. */
export class SlowConsumers {
  readonly #env: Env;
  readonly #onDrop: (outbox: Outbox) => void;
  readonly #lags = new Map<Outbox, Lag>();
  #stopTimer: (() => void) | null = null;

  /** `onDrop` is called for each connection that is closed. */
  constructor(env: Env, onDrop: (outbox: Outbox) => void) {
    this.#env = env;
    this.#onDrop = onDrop;
  }

  /** Call after a write that left something unsent. */
  track(outbox: Outbox): void {
    if (outbox.unsentBytes - outbox.longBytes > UNSENT_BYTES_MAX) return this.#drop(outbox);
    if (this.#lags.has(outbox)) return;
    this.#lags.set(outbox, newLag(outbox, this.#env.monotonic()));
    this.#stopTimer ??= this.#env.after(CHECK_INTERVAL_MS, this.#checkAll);
  }

  untrack(outbox: Outbox): void {
    this.#lags.delete(outbox);
  }

  stop(): void {
    this.#stopTimer?.();
    this.#lags.clear();
  }

  readonly #checkAll = (): void => {
    this.#stopTimer = null;
    for (const [outbox, lag] of this.#lags) this.#check(outbox, lag);
    if (this.#lags.size > 0) this.#stopTimer = this.#env.after(CHECK_INTERVAL_MS, this.#checkAll);
  };

  #check(outbox: Outbox, lag: Lag): void {
    const unsent = outbox.unsentBytes;
    const now = this.#env.monotonic();
    if (unsent === 0) this.#lags.delete(outbox);
    // The frames that were late then have left since; the waiting ones are younger.
    else if (outbox.handedOver - unsent >= lag.mark) this.#lags.set(outbox, newLag(outbox, now));
    else if (now - lag.begunAt >= PAGE_MS_MAX) this.#drop(outbox);
    else if (outbox.longBytes > 0 && isProgress(lag.queued, outbox.queuedBytes)) {
      // A page on its way over a thin line.
      lag.queued = outbox.queuedBytes;
      lag.since = now;
    } else if (now - lag.since >= UNSENT_MS_MAX) this.#drop(outbox);
  }

  #drop(outbox: Outbox): void {
    this.#lags.delete(outbox);
    this.#onDrop(outbox);
    outbox.onSlow();
    this.#env.after(CLOSE_TIMEOUT_MS, () => outbox.terminate());
  }
}

/** Where the progress of a page is unknown, the page has the full time limit. */
const isProgress = (before: number | null, now: number | null): boolean =>
  before === null || now === null || now < before;

const newLag = ({ queuedBytes, handedOver }: Outbox, now: number): Lag => ({
  begunAt: now,
  since: now,
  mark: handedOver,
  queued: queuedBytes,
});
