/** The last so many values. */
export class RecentSet {
  readonly #max: number;
  readonly #values = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False if the value is there already. */
  add(value: string): boolean {
    if (this.#values.has(value)) return false;
    this.#values.add(value);
    if (this.#values.size > this.#max) {
      const [oldest] = this.#values;
      this.#values.delete(oldest as string);
    }
    return true;
  }
}
