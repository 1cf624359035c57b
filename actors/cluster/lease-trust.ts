import type { Env } from '#actors/runtime/env.js';

/** For how long this node may rely on its lease, by its own clock. */
export class LeaseTrust {
  readonly #env: Pick<Env, 'monotonic'>;
  readonly #trustMs: number;
  readonly #beatMs: number;
  /** When the latest heartbeat that was answered was sent. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** When the latest extension was sent, if this node relies on it. */
  #extendedAt = Number.NEGATIVE_INFINITY;

  constructor(env: Pick<Env, 'monotonic'>, { trustMs, beatMs }: { trustMs: number; beatMs: number }) {
    this.#env = env;
    this.#trustMs = trustMs;
    this.#beatMs = beatMs;
  }

  get lasts(): boolean {
    return this.#env.monotonic() < this.#end;
  }

  /** It lasts by an extension alone: the table may know nothing of this life any more. */
  get isExtended(): boolean {
    return this.lasts && this.#env.monotonic() >= this.#renewedAt + this.#trustMs;
  }

  /** The lease has ended as well, unless heartbeats go on arriving and only their answers are lost. */
  get isLeaseOver(): boolean {
    return this.#env.monotonic() > this.#end + this.#beatMs;
  }

  /** Neither the lease nor an extension is relied on, and no heartbeat was answered for this long. */
  isCutOff(forMs: number): boolean {
    return !this.lasts && this.#env.monotonic() >= this.#renewedAt + forMs;
  }

  get #end(): number {
    return Math.max(this.#renewedAt, this.#extendedAt) + this.#trustMs;
  }

  renew(sentAt: number): void {
    this.#renewedAt = sentAt;
  }

  /** Trust that has ended is not extended: others may have taken the slots over. */
  extend(sentAt: number): void {
    if (this.lasts) this.#extendedAt = Math.max(this.#extendedAt, sentAt);
  }

  /** No extension counts any more. */
  relyOnTable(): void {
    this.#extendedAt = Number.NEGATIVE_INFINITY;
  }
}
