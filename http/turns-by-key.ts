/** Whoever comes with the same key waits until the one before has ended. */
export class TurnsByKey {
  readonly #underWay = new Map<string, Promise<void>>();

  /** Answers the way to end one's turn. */
  async begin(key: string): Promise<() => void> {
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
