/** The slots of a node as it knows them: those that the table gave it, without those that it is handing over. */
import type { SlotListener } from './slots.js';

export class HeldSlots {
  readonly #listener: SlotListener;
  #held = new Set<number>();
  /** Slots from the moment at which they accept nothing new until the table has confirmed their next owner. */
  readonly #leaving = new Set<number>();
  #epoch = 0;

  constructor(listener: SlotListener) {
    this.#listener = listener;
  }

  /**
   * Grows whenever this node stops holding a slot before the table says so. A table that was requested in an
   * earlier epoch may still name this node as the owner of slots that it has given away since.
   */
  get epoch(): number {
    return this.#epoch;
  }

  all(): number[] {
    return [...this.#held];
  }

  has(slot: number): boolean {
    return this.#held.has(slot);
  }

  isLeaving(slot: number): boolean {
    return this.#leaving.has(slot);
  }

  /** The slots that the table assigns to this node, as requested in this epoch. */
  learn(owned: Iterable<number>): void {
    const mine = new Set<number>();
    // Slots that are emptied and not yet given away stay out, although the table still names this node.
    for (const slot of owned) if (this.#held.has(slot) || !this.#leaving.has(slot)) mine.add(slot);
    const lost = this.all().filter((slot) => !mine.has(slot));
    this.#held = mine;
    if (lost.length > 0) this.#listener.evict(lost);
    this.#listener.onTableChange();
  }

  /** Slots whose handing over is under way return only after it has ended. */
  loseAll(): void {
    const lost = this.all();
    this.#held.clear();
    this.#epoch += 1;
    if (lost.length > 0) this.#listener.evict(lost);
    this.#listener.onTableChange();
  }

  /** Finishes the actors of the slots, then gives them away. After it nothing is answered for them, given or not. */
  async handOff(slots: readonly number[], give: () => Promise<unknown>): Promise<void> {
    for (const slot of slots) this.#leaving.add(slot);
    try {
      await this.#drain(slots);
      await give();
    } finally {
      for (const slot of slots) this.#leaving.delete(slot);
      this.#epoch += 1;
    }
  }

  async #drain(slots: readonly number[]): Promise<void> {
    try {
      await this.#listener.drain(slots);
    } finally {
      for (const slot of slots) this.#held.delete(slot);
    }
  }
}
