import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';

interface Timer {
  at: number;
  fire(): void;
}

/** The time as it is, of which a test may skip some: what was due in it happens at once, in order. */
export class SkippedTime {
  #ahead = 0;
  readonly #timers = new Set<Timer>();
  readonly env: Env = {
    ...systemEnv,
    now: () => systemEnv.now() + this.#ahead,
    monotonic: () => systemEnv.monotonic() + this.#ahead,
    after: (ms, run) => this.#after(ms, run),
  };

  skip(ms: number): void {
    this.#ahead += ms;
    const now = this.env.monotonic();
    const due = [...this.#timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    for (const timer of due) timer.fire();
  }

  #after(ms: number, run: () => void): () => void {
    const cancel = () => {
      stop();
      this.#timers.delete(timer);
    };
    const fire = () => {
      cancel();
      run();
    };
    const timer: Timer = { at: this.env.monotonic() + ms, fire };
    const stop = systemEnv.after(ms, fire);
    this.#timers.add(timer);
    return cancel;
  }
}
