import type { Env } from '#actors/runtime/env.js';
import type { ProcessLifetime } from './process-lifetime.js';
import type { Schedule } from './schedule.js';
import type { SeededRandom } from './seeded-random.js';

export const EPOCH = 1_767_225_600_000;

/** The clocks of one machine: neither shows the world's time, and somebody may set one of them. */
export class MachineClock {
  readonly #schedule: Schedule;
  readonly #rate: number;
  readonly #start: number;
  #offBy: number;

  constructor(schedule: Schedule, chance: SeededRandom) {
    this.#schedule = schedule;
    this.#rate = chance.between(0.998, 1.002);
    this.#start = chance.between(0, 1e7);
    this.#offBy = chance.between(-30_000, 30_000);
  }

  get wall(): number {
    return Math.round(EPOCH + this.#schedule.now + this.#offBy);
  }

  get monotonic(): number {
    return this.#start + this.#schedule.now * this.#rate;
  }

  jump(ms: number): void {
    this.#offBy += ms;
  }

  /** It shows the world's time. */
  setRight(): void {
    this.#offBy = 0;
  }

  /** So long does the world take while this clock counts `ms`. */
  worldly(ms: number): number {
    return ms / this.#rate;
  }
}

/** What one process knows of the world. `now` is its wall clock until it is told a better one. */
export function nodeEnv(life: ProcessLifetime, clock: MachineClock, chance: SeededRandom): Env {
  return {
    now: () => clock.wall,
    monotonic: () => clock.monotonic,
    uuid: () => chance.uuid(),
    random: () => chance.random(),
    after: (ms, run) => life.timer(clock.worldly(Math.max(0, ms)), run),
    soon: (run) => life.soon(run),
  };
}
