import type { LocalStreams, StreamListener } from './client.js';

/** The watchers of each actor's stream on this node. Publishing is synchronous and in order. */
export class StreamHub<Item> implements LocalStreams<Item> {
  readonly #listeners = new Map<string, StreamListener<Item> | Set<StreamListener<Item>>>();
  readonly #ofAll = new Set<(id: string, item: Item) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Most streams have one listener. */
  watch(id: string, listener: StreamListener<Item>): () => void {
    const known = this.#listeners.get(id);
    if (known instanceof Set) known.add(listener);
    else if (known !== listener) this.#listeners.set(id, known ? new Set([known, listener]) : listener);
    return () => this.unwatch(id, listener);
  }

  unwatch(id: string, listener: StreamListener<Item>): void {
    const known = this.#listeners.get(id);
    if (known instanceof Set) known.delete(listener);
    if (known === listener || (known instanceof Set && known.size === 0)) this.#listeners.delete(id);
  }

  watchAll(listener: (id: string, item: Item) => void): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }

  ready(_id: string): Promise<void> {
    return Promise.resolve();
  }

  /** A listener that throws costs nobody else the item. */
  publish(id: string, item: Item): void {
    const listeners = this.#listeners.get(id);
    if (listeners instanceof Set) for (const listener of listeners) this.#tell(listener, item);
    else if (listeners) this.#tell(listeners, item);
    for (const listener of this.#ofAll) {
      try {
        listener(id, item);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  #tell(listener: StreamListener<Item>, item: Item): void {
    try {
      listener(item);
    } catch (error) {
      this.#onError(error);
    }
  }
}
