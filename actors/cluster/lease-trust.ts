import type { Env } from '#actors/runtime/env.js';

/** For how long this node may rely on its lease, by its own clock. */
export class LeaseTrust {
  readonly #env: Pick<Env, 'monotonic'>;
  readonly #trustMs: number;
  readonly #beatMs: number;
  /** When the latest heartbeat that was answered was sent. */
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(env: Pick<Env, 'monotonic'>, { trustMs, beatMs }: { trustMs: number; beatMs: number }) {
    this.#env = env;
    this.#trustMs = trustMs;
    this.#beatMs = beatMs;
  }

  get lasts(): boolean {
    return this.#env.monotonic() < this.#renewedAt + this.#trustMs;
  }

  /** The lease has ended as well, unless heartbeats go on arriving and only their answers are lost. */
  get isLeaseOver(): boolean {
    return this.#env.monotonic() > this.#renewedAt + this.#trustMs + this.#beatMs;
  }

  renew(sentAt: number): void {
    this.#renewedAt = sentAt;
  }
}
