/** A mutex per key. */
export class KeyedMutex {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Answers the way to end one's turn. */
  async acquire(key: string): Promise<() => void> {
    for (let before = this.#underWay.get(key); before; before = this.#underWay.get(key)) await before;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#underWay.set(key, over);
    return () => {
      this.#underWay.delete(key);
      end();
    };
  }
}
