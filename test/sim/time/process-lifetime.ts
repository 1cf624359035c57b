/** One life of one process: what happens to it happens while it lives and runs. */

import type { Schedule } from './schedule.js';
import type { SeededRandom } from './seeded-random.js';

type Cause = 'timer' | 'input';

interface Stalled {
  cause: Cause;
  run: () => void;
}

export class ProcessLifetime {
  readonly schedule: Schedule;
  readonly #chance: SeededRandom;
  #isOver = false;
  #resumesAt = 0;
  #stalled: Stalled[] = [];
  readonly #onEnd: (() => void)[] = [];

  constructor(schedule: Schedule, chance: SeededRandom) {
    this.schedule = schedule;
    this.#chance = chance;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What it sends now leaves then: a process that was just stopped sends it when it goes on. */
  get leavesAt(): number {
    return Math.max(this.schedule.now, this.#resumesAt);
  }

  /** Something from outside comes in at that time. */
  comes(at: number, run: () => void): void {
    this.schedule.at(at, () => this.#meet('input', run));
  }

  timer(ms: number, run: () => void): () => void {
    let isOff = false;
    const ring = () => {
      if (!isOff) run();
    };
    this.schedule.after(ms, () => {
      if (!isOff) this.#meet('timer', ring);
    });
    return () => {
      isOff = true;
    };
  }

  soon(run: () => void): void {
    this.schedule.at(this.schedule.now, () => this.#meet('timer', run), 0);
  }

  /** What becomes of what it leaves. */
  onEnd(run: () => void): void {
    this.#onEnd.push(run);
  }

  /** Nothing of it runs for so long, and then everything that came meanwhile. */
  pause(ms: number): void {
    if (this.#isOver) return;
    this.#resumesAt = Math.max(this.#resumesAt, this.schedule.now + ms);
    this.schedule.at(this.#resumesAt, () => this.#resume());
  }

  /** As with kill -9: nothing more of it runs, nothing more leaves it. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const run of this.#onEnd) run();
    this.#stalled = [];
  }

  #meet(cause: Cause, run: () => void): void {
    if (this.#isOver) return;
    if (this.schedule.now < this.#resumesAt) this.#stalled.push({ cause, run });
    else run();
  }

  /** An event loop that was stopped may look at its timers first, or at its sockets. */
  #resume(): void {
    if (this.#isOver || this.schedule.now < this.#resumesAt) return;
    const all = this.#stalled.splice(0);
    const first = this.#chance.pick<Cause | null>(['timer', 'input', null]);
    if (first) all.sort((a, b) => Number(b.cause === first) - Number(a.cause === first));
    for (const { cause, run } of all) this.schedule.at(this.schedule.now, () => this.#meet(cause, run));
  }
}
