/** The watchers of each actor's stream on this node. Publishing is synchronous and in order. */
export class StreamHub<Item> {
  readonly #listeners = new Map<string, Set<(item: Item) => void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  watch(id: string, listener: (item: Item) => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  ready(_id: string): Promise<void> {
    return Promise.resolve();
  }

  isReady(_id: string): boolean {
    return true;
  }

  /** A listener that throws costs nobody else the item. */
  publish(id: string, item: Item): void {
    for (const listener of this.#listeners.get(id) ?? []) {
      try {
        listener(item);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
