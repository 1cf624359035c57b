import { seededRandom } from '../../support/time/seeded-random.js';

/** Dice that fall alike for the same seed and the same purpose, whatever others throw meanwhile. */
export class SeededRandom {
  readonly #random: () => number;

  constructor(seed: number, purpose: string) {
    this.#random = seededRandom(mixed(seed, purpose));
  }

  /** In [0, 1). */
  random(): number {
    return this.#random();
  }

  hits(probability: number): boolean {
    return this.#random() < probability;
  }

  between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }

  /** Whole, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  /** Waiting times of what happens by chance, so often on the average. */
  about(mean: number): number {
    return -Math.log(1 - this.#random()) * mean;
  }

  weighed<T extends string>(weights: Partial<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.#random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) if ((left -= weight) < 0) return name;
    return (entries.at(-1) as [T, number])[0];
  }

  uuid(): string {
    const hex = () => Math.floor(this.#random() * 16).toString(16);
    const digits = (count: number) => Array.from({ length: count }, hex).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  }
}

function mixed(seed: number, purpose: string): number {
  let value = seed ^ 0x9e3779b9;
  for (let at = 0; at < purpose.length; at += 1) value = Math.imul(value ^ purpose.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
