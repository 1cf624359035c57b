/** What waits for a deadline. */
export interface Waiting {
  /** ms at which it began to wait. */
  since: number;
}

/** Everything here waits for the same time, so the first to come is the first that is due. */
export class Deadlines<One extends Waiting> {
  readonly #ms: number;
  readonly #waiting = new Set<One>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(one: One, now: number): void {
    one.since = now;
    this.#waiting.delete(one);
    this.#waiting.add(one);
  }

  has(one: One): boolean {
    return this.#waiting.has(one);
  }

  delete(one: One): boolean {
    return this.#waiting.delete(one);
  }

  all(): One[] {
    return [...this.#waiting];
  }

  /** Those that have waited long enough, the oldest first. They stay until they are moved or deleted. */
  due(now: number): One[] {
    const due: One[] = [];
    for (const one of this.#waiting) {
      if (now - one.since < this.#ms) break;
      due.push(one);
    }
    return due;
  }
}
