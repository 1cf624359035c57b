import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';

/** The time as it is, and ahead of it by as much as a test moved it. */
export class TestClock {
  #ahead = 0;
  readonly env: Env = {
    ...systemEnv,
    now: () => systemEnv.now() + this.#ahead,
    monotonic: () => systemEnv.monotonic() + this.#ahead,
  };
  move(ms: number): void {
    this.#ahead += ms;
  }
}
