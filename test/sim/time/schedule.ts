/** All that will happen, in one order: the whole world runs on it, and its time is what the next event says. */

interface Event {
  at: number;
  /** What is to run when a round of work is done goes before everything else of its moment. */
  rank: number;
  order: number;
  run: () => void;
}

export class Schedule {
  #heap: Event[] = [];
  #order = 0;
  #now = 0;
  #sinceMoved = 0;
  /** How much has happened. */
  events = 0;

  get now(): number {
    return this.#now;
  }

  at(time: number, run: () => void, rank = 1): void {
    this.#order += 1;
    this.#push({ at: Math.max(time, this.#now), rank, order: this.#order, run });
  }

  after(ms: number, run: () => void): void {
    this.at(this.#now + ms, run);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Everything up to then happens, each event with all that follows from it at once. */
  async runUntil(end: number): Promise<void> {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      this.#move(next.at);
      this.events += 1;
      next.run();
      await settled();
      if (this.events % REAL_TURN_EVERY === 0) await realTurn();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** A world in which ever more happens at one moment has no next one. */
  #move(to: number): void {
    this.#sinceMoved = to > this.#now ? 0 : this.#sinceMoved + 1;
    if (this.#sinceMoved > AT_ONE_MOMENT_MAX) throw new StandsStill(`at ${to} ms`);
    this.#now = to;
  }

  /** Until it is true, or the time is over. Whether it came true. */
  async runUntilTrue(isTrue: () => boolean, end: number): Promise<boolean> {
    while (!isTrue()) {
      if (this.#now >= end) return false;
      await this.runUntil(Math.min(end, this.#now + 100));
    }
    return true;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(event, heap[up] as Event)) break;
      heap[at] = heap[up] as Event;
      at = up;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    const { length } = heap;
    if (length === 0) return;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= length) break;
      if (down + 1 < length && isBefore(heap[down + 1] as Event, heap[down] as Event)) down += 1;
      if (!isBefore(heap[down] as Event, last)) break;
      heap[at] = heap[down] as Event;
      at = down;
    }
    heap[at] = last;
  }
}

const AT_ONE_MOMENT_MAX = 10_000;

/** Nodes keep each other busy without an end. */
export class StandsStill extends Error {
  override name = 'StandsStill';
}

function isBefore(a: Event, b: Event): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.rank !== b.rank ? a.rank < b.rank : a.order < b.order;
}

/** The real event loop tells of rejected promises that nobody heard of only when it turns. */
const REAL_TURN_EVERY = 100;
export const realTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A tick comes when no promise has anything left to do: nothing real is waited for. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
