/** Quantiles from histogram counts, as Prometheus computes them: linear within a bucket. */

/** Ascending, in seconds. The last count holds the values beyond the last bound. */
export interface Spread {
  bounds: readonly number[];
  /** One for each bound, and one for larger values. */
  counts: readonly number[];
}

/** In ms; null without values. For values beyond the last bound, the last bound. */
export function quantileMs({ bounds, counts }: Spread, q: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = q * total;
  for (const [n, bound] of bounds.entries()) {
    const count = counts[n] ?? 0;
    const from = n === 0 ? 0 : (bounds[n - 1] ?? 0);
    if (count > 0 && left <= count) return rounded(from + (bound - from) * (left / count));
    left -= count;
  }
  return rounded(bounds.at(-1) ?? 0);
}

export const sumOf = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, n) => (one[n] ?? 0) + (other[n] ?? 0));

const rounded = (seconds: number): number => Math.round(seconds * 10_000) / 10;
