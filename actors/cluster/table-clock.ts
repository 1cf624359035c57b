import type { Env } from '#actors/runtime/env.js';

/** So much of the time of trust may the clock of the table gain between two answers before it counts as set. */
const SET_SHARE = 0.05;

/**
 * Judges the clock of the lease table by this node's own. When it was set forward, leases end in the table that other
 * nodes still trust: as long as they may, no slot of theirs is claimed.
 */
export class TableClock {
  readonly #env: Pick<Env, 'monotonic'>;
  readonly #trustMs: number;
  #doubtUntil = Number.NEGATIVE_INFINITY;
  #quietUntil = Number.NEGATIVE_INFINITY;
  /** The latest answer: the time in the table, and when it was asked for. */
  #last: { tableMs: number; sentAt: number } | null = null;

  constructor(env: Pick<Env, 'monotonic'>, trustMs: number) {
    this.#env = env;
    this.#trustMs = trustMs;
  }

  /** No slot may be claimed. */
  get isQuiet(): boolean {
    return this.#env.monotonic() < Math.max(this.#doubtUntil, this.#quietUntil);
  }

  /** The table itself asks for it. */
  quietFor(ms: number): void {
    this.#quietUntil = this.#env.monotonic() + ms;
  }

  /** An answer has come. The table gave it at some moment after `sentAt`. */
  observe(tableMs: number, sentAt: number): void {
    const last = this.#last;
    this.#last = { tableMs, sentAt };
    if (!last) return;
    const passedAtMost = this.#env.monotonic() - last.sentAt;
    if (tableMs - last.tableMs > passedAtMost + this.#trustMs * SET_SHARE) this.doubt();
  }

  /** A lease has ended that this node still trusted: so may others. */
  doubt(): void {
    this.#doubtUntil = this.#env.monotonic() + this.#trustMs;
  }
}
