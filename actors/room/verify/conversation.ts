/** The rows that are still there, in their order; the newest one is the last message of the room. */
export class Conversation {
  /** Two lists of numbers take 16 bytes a row, and a list of pairs takes five times as much. */
  readonly #seqs: number[] = [];
  readonly #times: number[] = [];
  /** Removed rows that are not the newest. */
  readonly #removed = new Set<number>();

  /** Of the newest row, 0 if there is none. */
  get lastSeq(): number {
    return this.#seqs.at(-1) ?? 0;
  }

  get lastAt(): number {
    return this.#times.at(-1) ?? 0;
  }

  add(seq: number, at: number): void {
    this.#seqs.push(seq);
    this.#times.push(at);
  }

  remove(seq: number): void {
    this.#removed.add(seq);
    while (this.#removed.delete(this.lastSeq)) {
      this.#seqs.pop();
      this.#times.pop();
    }
  }
}
