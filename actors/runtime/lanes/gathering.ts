/**
 * When a group of units waits for more before it leaves for the store. Independent senders share a commit then; a lone
 * sender, with one message under way, would wait in vain. So the outcome of each wait decides about the next ones: waits
 * go on while more than a third of them are joined, and otherwise one of so many groups waits, to find out again.
 */
import type { Env } from '../env.js';

/** One of so many groups waits, at least. */
const WAIT_INTERVAL_MAX = 256;
/** A lone wait multiplies the number of groups of which one waits; a wait that was joined divides it. */
const BACK_OFF = 2;
const RECOVERY = 4;
const WAIT_MIN_MS = 1;
/** How much one wait counts beside those before it. */
const LENGTH_WEIGHT = 0.25;

interface Wait {
  startedAt: number;
  /** Units at its start, and by now. */
  first: number;
  units: number;
  joinedAt: number;
  isOver: boolean;
  cancelTimer: () => void;
}

export class Gathering {
  readonly #env: Pick<Env, 'after' | 'monotonic'>;
  readonly #maxMs: number;
  readonly #onOver: () => void;
  #wait: Wait | null = null;
  /** One of so many groups waits. */
  #interval = 1;
  #groupsUntilWait = 0;
  #lengthMs: number;
  #hurries = 0;

  /** `onOver` is called when a wait has lasted long enough. */
  constructor(env: Pick<Env, 'after' | 'monotonic'>, maxMs: number, onOver: () => void) {
    this.#env = env;
    this.#maxMs = maxMs;
    this.#onOver = onOver;
    this.#lengthMs = maxMs;
  }

  /** Whether the group of these units, which could leave now, waits for more. It is asked whenever units have come. */
  holds(units: number): boolean {
    if (this.#hurries > 0) return false;
    if (this.#wait) return this.#goesOn(this.#wait, units);
    if (this.#maxMs === 0 || this.#groupsUntilWait > 0) return false;
    const now = this.#env.monotonic();
    const wait = { startedAt: now, first: units, units, joinedAt: now, isOver: false, cancelTimer: () => undefined };
    this.#wait = { ...wait, cancelTimer: this.#env.after(this.#lengthMs, () => this.#end()) };
    return true;
  }

  #goesOn(wait: Wait, units: number): boolean {
    if (units > wait.units) {
      wait.units = units;
      wait.joinedAt = this.#env.monotonic();
    }
    return !wait.isOver;
  }

  #end(): void {
    if (!this.#wait || this.#wait.isOver) return;
    this.#wait.isOver = true;
    this.#onOver();
  }

  /** A group leaves, for whichever reason. */
  left(): void {
    const wait = this.#wait;
    if (!wait) {
      this.#groupsUntilWait = Math.max(0, this.#groupsUntilWait - 1);
      return;
    }
    this.#wait = null;
    wait.cancelTimer();
    if (wait.units > wait.first) this.#joined(wait.joinedAt - wait.startedAt);
    else if (wait.isOver) this.#stayedAlone();
    this.#groupsUntilWait = this.#interval - 1;
  }

  /**
   * Senders whose answers came together speak together, and no others after them: a wait becomes so short that they
   * come within half of it.
   */
  #joined(afterMs: number): void {
    this.#interval = Math.max(1, this.#interval / RECOVERY);
    const length = this.#lengthMs + (2 * afterMs - this.#lengthMs) * LENGTH_WEIGHT;
    this.#lengthMs = Math.min(this.#maxMs, Math.max(WAIT_MIN_MS, length));
  }

  #stayedAlone(): void {
    this.#interval = Math.min(WAIT_INTERVAL_MAX, this.#interval * BACK_OFF);
    this.#lengthMs = this.#maxMs;
  }

  /** From now on no group waits, until the returned function is called. */
  hurry(): () => void {
    this.#hurries += 1;
    this.#end();
    return () => {
      this.#hurries -= 1;
    };
  }
}
