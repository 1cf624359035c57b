import { BySlot } from './by-slot.js';
import { type StreamItem, StreamSubscription } from './stream-subscription.js';

/** The subscriptions of this node, and who waits for one of them. */
export class KnownSubscriptions<Item extends StreamItem> extends BySlot<StreamSubscription<Item>> {
  readonly #waiters = new Map<string, (() => void)[]>();

  /** A new one, of a stream that had none. */
  add(id: string): StreamSubscription<Item> {
    const subscription = new StreamSubscription<Item>(id);
    this.set(id, subscription);
    return subscription;
  }

  ready(id: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), resolve]);
    });
  }

  /** It is received, or over. */
  settle(id: string): void {
    for (const resolve of this.#waiters.get(id) ?? []) resolve();
    this.#waiters.delete(id);
  }

  /** Whether somebody waits for the next item, or for the subscription. */
  isAwaited(id: string): boolean {
    return this.#waiters.has(id) || (this.get(id)?.isAwaited ?? false);
  }

  inUse(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.in(slot).size > 0);
  }

  awaitedIn(slot: number): string[] {
    return [...this.in(slot).keys()].filter((id) => this.isAwaited(id));
  }

  /** The streams of a slot that its present publisher does not publish here yet. */
  movedTo(publisher: string, slot: number): string[] {
    const subscriptions = [...this.in(slot).values()];
    return subscriptions.flatMap(({ id, from, attempt }) => (from === publisher || attempt ? [] : [id]));
  }

  /** Those of these streams that this node publishes here. */
  from(publisher: string, ids: readonly string[]): StreamSubscription<Item>[] {
    return ids.flatMap((id) => this.get(id) ?? []).filter(({ from }) => from === publisher);
  }
}
