/** Typed listeners. A listener that throws does not stop the other listeners. */

export type Listener<T> = (event: T) => void;
export type Unsubscribe = () => void;

export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): Unsubscribe {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<never>);
    return () => void listeners.delete(listener as Listener<never>);
  }

  once<K extends keyof Events>(name: K, listener: Listener<Events[K]>): Unsubscribe {
    const stop = this.on(name, (event) => {
      stop();
      listener(event);
    });
    return stop;
  }

  protected emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        (listener as Listener<Events[K]>)(event);
      } catch (error) {
        // An error in the program's listener is rethrown as uncaught, so that the state here stays consistent.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
