/**
 * Heavy hitters in bounded memory (the space-saving algorithm). As long as the names fit, they are counted exactly. A
 * further name replaces the least frequent one and takes over its count as its possible error. A name with more than a
 * `1 / kept` share of all counts is never missing. A message allocates nothing here.
 */
export class HeavyHitters {
  readonly #kept: number;
  /** The place of each kept name in the lists below. */
  readonly #places = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #counts: Float64Array;
  /** At most this much of the count belongs to other names. */
  readonly #errors: Float64Array;

  constructor(kept: number) {
    this.#kept = kept;
    this.#counts = new Float64Array(kept);
    this.#errors = new Float64Array(kept);
  }

  add(name: string): void {
    const place = this.#places.get(name) ?? this.#placeFor(name);
    this.#counts[place] = this.#countAt(place) + 1;
  }

  /** The most frequent names, each with its guaranteed count. A name whose count may be only error is left out. */
  top(most: number): [name: string, count: number][] {
    const sure = this.#names.map((name, place): [string, number] => [
      name,
      this.#countAt(place) - (this.#errors[place] as number),
    ]);
    return sure
      .filter(([, count]) => count > 0)
      .sort(([, one], [, other]) => other - one)
      .slice(0, most);
  }

  clear(): void {
    this.#places.clear();
    this.#names.length = 0;
    this.#counts.fill(0);
    this.#errors.fill(0);
  }

  #placeFor(name: string): number {
    const isFull = this.#names.length === this.#kept;
    const place = isFull ? this.#least() : this.#names.length;
    if (isFull) this.#places.delete(this.#names[place] as string);
    this.#errors[place] = this.#countAt(place);
    this.#names[place] = name;
    this.#places.set(name, place);
    return place;
  }

  #least(): number {
    let least = 0;
    for (let place = 1; place < this.#kept; place += 1) if (this.#countAt(place) < this.#countAt(least)) least = place;
    return least;
  }

  #countAt(place: number): number {
    return this.#counts[place] as number;
  }
}
