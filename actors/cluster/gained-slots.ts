/** Tells which slots have come to this node. */
export class GainedSlots {
  #held: ReadonlySet<number> = new Set();
  readonly #gone = new Set<number>();
  onGained: (slots: readonly number[]) => void = () => undefined;

  /** The slots may be back before the table is next learned. */
  left(slots: readonly number[]): void {
    for (const slot of slots) this.#gone.add(slot);
  }

  learn(held: readonly number[]): void {
    const gained = held.filter((slot) => !this.#held.has(slot) || this.#gone.has(slot));
    this.#held = new Set(held);
    this.#gone.clear();
    if (gained.length > 0) this.onGained(gained);
  }
}
