export interface ReadBudgetLimits {
  /** Pages in the making at once. */
  reads: number;
  /** Bytes that are not yet taken; with more, no page is begun. */
  bytes: number;
}

/** How many pages are being made, and how much of them waits to be taken, for each key. */
export class ReadBudget {
  readonly #limits: ReadBudgetLimits;
  readonly #used = new Map<string, ReadBudgetLimits>();

  constructor(limits: ReadBudgetLimits) {
    this.#limits = limits;
  }

  isFree(key: string): boolean {
    const used = this.#used.get(key);
    return !used || (used.reads < this.#limits.reads && used.bytes <= this.#limits.bytes);
  }

  change(key: string, reads: number, bytes: number): void {
    const used = this.#used.get(key) ?? { reads: 0, bytes: 0 };
    used.reads += reads;
    used.bytes += bytes;
    if (used.reads > 0 || used.bytes > 0) this.#used.set(key, used);
    else this.#used.delete(key);
  }
}
