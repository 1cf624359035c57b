import type { Env } from '#actors/runtime/env.js';
import { coalesce } from '#src/concurrency/coalesce.js';

export interface HeartbeatOptions {
  env: Pick<Env, 'after'>;
  beatMs: number;
  /** False: it was not answered. */
  beat: () => Promise<boolean>;
}

/** So much of the time between two beats passes before one that was not answered is tried again. */
const MISSED_RETRY_SHARE = 0.25;

/** The sign of life. It has its own timer: handing over, which may take long, does not stand in its way. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #stopTimer: () => void = () => undefined;
  #isOver = false;
  /** One at a time, and the next one at its time after it. */
  readonly now = coalesce(() => this.#beat());

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  schedule(inMs = this.#options.beatMs): void {
    this.#stopTimer();
    if (!this.#isOver) this.#stopTimer = this.#options.env.after(inMs, () => void this.now());
  }

  stop(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  async #beat(): Promise<void> {
    const { beat, beatMs } = this.#options;
    // An answer that came too late has used up time that trust is short of.
    this.schedule((await beat()) ? beatMs : beatMs * MISSED_RETRY_SHARE);
  }
}
