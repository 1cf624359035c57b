/** So many rows at the end of a room may be removed before its last message is not known for a while. */
const ROWS_WINDOW = 50_000;

/**
 * The rows that are still there, in their order; the newest one is the last message of the room. Of older rows only that they
 * are there matters, so the window is all that is kept.
 */
export class Conversation {
  readonly #window: number;
  /** Two lists of numbers take 16 bytes a row, and a list of pairs takes five times as much. */
  #seqs: number[] = [];
  #times: number[] = [];
  /** Removed rows that are not the newest. */
  readonly #removed = new Set<number>();
  /** Whether rows have left the window. */
  #isCut = false;

  constructor(window = ROWS_WINDOW) {
    this.#window = window;
  }

  /** False where every row of the window was removed, until the next one. */
  get isKnown(): boolean {
    return this.#seqs.length > 0 || !this.#isCut;
  }

  /** Of the newest row, 0 if there is none. */
  get lastSeq(): number {
    return this.#seqs.at(-1) ?? 0;
  }

  get lastAt(): number {
    return this.#times.at(-1) ?? 0;
  }

  add(seq: number, at: number): void {
    if (this.#seqs.length >= 2 * this.#window) this.#cut();
    this.#seqs.push(seq);
    this.#times.push(at);
  }

  remove(seq: number): void {
    const [first = Number.POSITIVE_INFINITY] = this.#seqs;
    if (seq < first) return;
    this.#removed.add(seq);
    while (this.#removed.delete(this.lastSeq)) {
      this.#seqs.pop();
      this.#times.pop();
    }
  }

  #cut(): void {
    this.#isCut = true;
    this.#seqs = this.#seqs.slice(-this.#window);
    this.#times = this.#times.slice(-this.#window);
    const [first = 0] = this.#seqs;
    for (const seq of this.#removed) if (seq < first) this.#removed.delete(seq);
  }
}
