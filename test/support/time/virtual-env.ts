import type { Env } from '#actors/runtime/env.js';
import { seededRandom } from './seeded-random.js';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

const EPOCH = 1_767_225_600_000;

/** A world whose clock stands still until a test moves it, and whose dice are numbered. */
export class VirtualEnv implements Env {
  #ms = 0;
  #order = 0;
  #timers: Timer[] = [];
  readonly #random: () => number;

  constructor(seed = 1) {
    this.#random = seededRandom(seed);
  }

  /** How many are waiting. */
  get timers(): number {
    return this.#timers.length;
  }

  now(): number {
    return EPOCH + this.#ms;
  }

  monotonic(): number {
    return this.#ms;
  }

  uuid(): string {
    const hex = () => Math.floor(this.#random() * 16).toString(16);
    const digits = (count: number) => Array.from({ length: count }, hex).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  }

  random(): number {
    return this.#random();
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#ms + ms, order: ++this.#order, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  soon(run: () => void): void {
    setImmediate(run);
  }

  /** Time passes; what was due on the way runs at its time, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#ms + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#ms = Math.max(this.#ms, next.at);
      next.run();
      await breath();
    }
    this.#ms = end;
  }

  /** The clock jumps, as for a machine that slept; what was due meanwhile runs once. */
  async leap(ms: number): Promise<void> {
    this.#ms += ms;
    await this.advance(0);
  }

  /**
   * Lets time pass, a few times faster than it does, until the promise has settled: a real store that is asked on the
   * way must not look slow. Fails when nothing comes of it within `withinMs`.
   */
  async until<T>(promise: Promise<T>, withinMs = 60_000): Promise<T> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    const end = this.#ms + withinMs;
    while (!settled) {
      if (this.#ms > end) throw new Error(`nothing came of it within ${withinMs} ms of virtual time`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (!settled) await this.advance(6);
    }
    return promise;
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }
}

/** A round of real work: what is ready runs, what the store has answered arrives. */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
