/**
 * Up to where the outputs of an actor's memory have left. It may lie behind what is durable: outputs of a durable unit
 * wait for trust.
 */
export class AnnouncedPosition {
  #value: number | null = null;
  /** Durable units whose outputs are still held, in order. */
  #held: { number: number; position: number }[] = [];

  /** Null for a kind whose outputs have no order. */
  get value(): number | null {
    return this.#value;
  }

  loaded(position: number | undefined): void {
    this.#value = position ?? null;
    this.#held = [];
  }

  durable(number: number, position: number | undefined): void {
    if (position !== undefined) this.#held.push({ number, position });
  }

  /** The outputs of unit `number` have left, and those of all before it. */
  released(number: number): void {
    for (let first = this.#held[0]; first && first.number <= number; first = this.#held[0]) {
      this.#value = first.position;
      this.#held.shift();
    }
  }
}
