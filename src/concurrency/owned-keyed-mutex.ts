/** A FIFO mutex per owner and key. */
export class OwnedKeyedMutex {
  readonly #last = new WeakMap<object, Map<string, Promise<void>>>();

  /** Settles once every earlier turn is over, with the way to end this one. */
  async acquire(owner: object, key: string): Promise<() => void> {
    const turns = this.#last.get(owner) ?? new Map<string, Promise<void>>();
    this.#last.set(owner, turns);
    const earlier = turns.get(key);
    let end: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    turns.set(key, turn);
    await earlier;
    return () => {
      if (turns.get(key) === turn) turns.delete(key);
      end();
    };
  }
}
