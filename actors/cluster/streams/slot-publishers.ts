import type { Env } from '#actors/runtime/env.js';
import { SLOTS } from '#src/domain/slots.js';
import type { Coordinator } from '../coordinator.js';

export interface SlotPublishersOptions {
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  env: Pick<Env, 'after'>;
  /** Somebody publishes these slots now, where nobody did. */
  onOwned(slots: readonly number[]): void;
}

const LOOK_INTERVAL_MS = 100;

/** The node that publishes the streams of each slot. */
export class SlotPublishers {
  readonly #options: SlotPublishersOptions;
  /** When it was last looked at, so that only slots that moved are looked through. */
  readonly #known: (string | null)[] = new Array(SLOTS).fill(null);
  /** Slots that are wanted, and that nobody publishes at the moment. */
  readonly #unowned = new Set<number>();
  #stopLooking: (() => void) | null = null;

  constructor(options: SlotPublishersOptions) {
    this.#options = options;
  }

  of(slot: number): string | null {
    const { coordinator } = this.#options;
    if (coordinator.takes(slot)) return coordinator.token;
    const owner = coordinator.ownerOf(slot);
    return owner && owner.token !== coordinator.token ? owner.token : null;
  }

  /** The slots that have another publisher than when this was last called. */
  moved(): number[] {
    const moved: number[] = [];
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const publisher = this.of(slot);
      if (publisher === this.#known[slot]) continue;
      this.#known[slot] = publisher;
      moved.push(slot);
    }
    return moved;
  }

  /** Whether a slot is this node's depends on time, too, of which no table tells. */
  await(slot: number): void {
    this.#unowned.add(slot);
    this.#stopLooking ??= this.#options.env.after(LOOK_INTERVAL_MS, () => this.#look());
  }

  stop(): void {
    this.#stopLooking?.();
  }

  #look(): void {
    this.#stopLooking = null;
    const owned = [...this.#unowned].filter((slot) => this.of(slot) !== null);
    for (const slot of owned) this.#unowned.delete(slot);
    if (owned.length > 0) this.#options.onOwned(owned);
    for (const slot of this.#unowned) this.await(slot);
  }
}
