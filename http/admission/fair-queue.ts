/** Work that waits, in a line for each key. The keys take turns, so that a long line does not delay a short one. */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get lines(): number {
    return this.#lines.size;
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  /** The oldest item of a line. */
  firstOf(key: string): Item | undefined {
    return this.#lines.get(key)?.[0];
  }

  push(key: string, item: Item): void {
    this.#size += 1;
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
  }

  /** The oldest item of the key whose turn it is. */
  shift(): Item | undefined {
    return this.#take((line) => line.shift());
  }

  /** The newest item of the key whose turn it is. */
  pop(): Item | undefined {
    return this.#take((line) => line.pop());
  }

  /** Removes the oldest item of the longest line. */
  shiftLongest(): Item | undefined {
    let longest: [string, Item[]] | undefined;
    for (const entry of this.#lines) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
    if (!longest) return undefined;
    const [key, line] = longest;
    this.#size -= 1;
    const item = line.shift();
    if (line.length === 0) this.#lines.delete(key);
    return item;
  }

  #take(from: (line: Item[]) => Item | undefined): Item | undefined {
    for (const [key, line] of this.#lines) {
      this.#lines.delete(key);
      this.#size -= 1;
      const item = from(line);
      if (line.length > 0) this.#lines.set(key, line);
      return item;
    }
    return undefined;
  }
}
