/**
 * The output gate. The next turn runs at once, on memory that is ahead of the store; only outputs wait. The outputs of
 * a turn, read-only turns included, leave in turn order, when every unit committed before or by it is durable. An
 * output that may not leave at that moment stays, with all later ones: it is checked again, or dropped.
 */
export interface Held<E> {
  /** Number of the newest unit the turn could have seen; 0 = none. */
  unit: number;
  /** Null for a checkpoint, which has no caller. */
  envelope: E | null;
  heldAt: number;
  /** The unit that it answers for, 0 when it has none of its own. */
  own: number;
  /** Lets it out. */
  run(): void;
}

export class Gate<E> {
  readonly #release: (held: Held<E>) => boolean;
  #held: Held<E>[] = [];
  /** Those before it have left: they are taken off together, since units become durable one by one. */
  #first = 0;
  #durable = 0;

  /** `release` answers false when the output may not leave now; nothing of it was done then. */
  constructor(release: (held: Held<E>) => boolean) {
    this.#release = release;
  }

  tryRelease(held: Held<E>): boolean {
    return this.#release(held);
  }

  get size(): number {
    return this.#held.length - this.#first;
  }

  push(held: Held<E>): void {
    const isFree = held.unit <= this.#durable && this.size === 0;
    if (!isFree || !this.tryRelease(held)) this.#held.push(held);
  }

  /** Unit `unit` and all before it are durable. */
  open(unit: number): void {
    this.#durable = unit;
    this.releaseReady();
  }

  /** Releases the outputs that may leave by now. */
  releaseReady(): void {
    let count = this.#first;
    // A release may run code that pushes; it pushes behind, so the scan stays right.
    while (count < this.#held.length && this.#isReleased(this.#held[count] as Held<E>)) count += 1;
    // All were dropped meanwhile.
    if (count > this.#held.length) return;
    this.#first = count;
    if (count * 2 < this.#held.length) return;
    this.#held.splice(0, count);
    this.#first = 0;
  }

  #isReleased(held: Held<E>): boolean {
    return held.unit <= this.#durable && this.tryRelease(held);
  }

  /** Takes out all held outputs: they were decided on a discarded state. */
  drop(): Held<E>[] {
    const dropped = [...this];
    this.#held = [];
    this.#first = 0;
    return dropped;
  }

  [Symbol.iterator](): IterableIterator<Held<E>> {
    return this.#held.slice(this.#first).values();
  }
}
