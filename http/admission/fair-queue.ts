/**
 * Work that waits, in a line for each key. The keys take turns, so that a long line does not delay a short one. A line
 * whose turn may not come yet is passed over until `release`, so that it is looked at once and not for each item of the others.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Item[]>();
  readonly #passedOver = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get lines(): number {
    return this.#lines.size + this.#passedOver.size;
  }

  /** Whether a line waits that was not passed over. */
  get hasTurns(): boolean {
    return this.#lines.size > 0;
  }

  lengthOf(key: string): number {
    return this.#line(key)?.length ?? 0;
  }

  /** The oldest item of a line. */
  firstOf(key: string): Item | undefined {
    return this.#line(key)?.[0];
  }

  push(key: string, item: Item): void {
    this.#size += 1;
    const line = this.#line(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
  }

  /** The oldest item of the key whose turn it is. Lines that are held are passed over. */
  shift(isHeld: (key: string) => boolean = () => false): Item | undefined {
    for (const [key, line] of this.#lines) {
      this.#lines.delete(key);
      if (!isHeld(key)) return this.#take(key, line, line.shift());
      this.#passedOver.set(key, line);
    }
    return undefined;
  }

  /** The newest item of the key whose turn it is. */
  pop(): Item | undefined {
    for (const [key, line] of this.#lines) {
      this.#lines.delete(key);
      return this.#take(key, line, line.pop());
    }
    return undefined;
  }

  /** Lines that were passed over have turns again, behind the others. */
  release(): void {
    for (const [key, line] of this.#passedOver) this.#lines.set(key, line);
    this.#passedOver.clear();
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

  #line(key: string): Item[] | undefined {
    return this.#lines.get(key) ?? this.#passedOver.get(key);
  }

  /** The line of the item, which had its turn, goes behind the others. */
  #take(key: string, line: Item[], item: Item | undefined): Item | undefined {
    this.#size -= 1;
    if (line.length > 0) this.#lines.set(key, line);
    return item;
  }
}
