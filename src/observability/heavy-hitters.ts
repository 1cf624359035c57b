/**
 * Heavy hitters in bounded memory (the space-saving algorithm). As long as the names fit, they are counted exactly. A
 * further name replaces the least frequent one and takes over its count as its possible error. A name with more than a
 * `1 / kept` share of all counts is never missing.
 */
interface Counted {
  count: number;
  /** At most this much of the count belongs to other names. */
  error: number;
}

export class HeavyHitters {
  readonly #kept: number;
  readonly #counted = new Map<string, Counted>();

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(name: string): void {
    const known = this.#counted.get(name);
    if (known) {
      known.count += 1;
    } else if (this.#counted.size < this.#kept) {
      this.#counted.set(name, { count: 1, error: 0 });
    } else {
      const least = this.#dropLeast();
      this.#counted.set(name, { count: least + 1, error: least });
    }
  }

  /** The most frequent names, each with its guaranteed count. A name whose count may be only error is left out. */
  top(most: number): [name: string, count: number][] {
    const sure = [...this.#counted].map(([name, { count, error }]): [string, number] => [name, count - error]);
    return sure
      .filter(([, count]) => count > 0)
      .sort(([, one], [, other]) => other - one)
      .slice(0, most);
  }

  clear(): void {
    this.#counted.clear();
  }

  #dropLeast(): number {
    let least = Number.POSITIVE_INFINITY;
    let name = '';
    for (const [each, { count }] of this.#counted) {
      if (count >= least) continue;
      least = count;
      name = each;
    }
    this.#counted.delete(name);
    return least;
  }
}
