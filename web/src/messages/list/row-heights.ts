/** Row heights: measured where a row was rendered, estimated elsewhere. Pure. */

export interface Keyed {
  key: string;
}

export interface RowHeights<R extends Keyed> {
  readonly count: number;
  keyAt(index: number): string | undefined;
  indexOf(key: string): number;
  /** The height of one row. */
  at(index: number): number;
  /** The distance between the top edges of two rows, in either order. */
  between(from: number, to: number): number;
  /** Stores a measured height; true when it differs from the known one. */
  measured(key: string, height: number): boolean;
  /** Replaces the rows; measured heights stay. */
  take(rows: R[]): void;
}

/** `guess` estimates a row's height in pixels until it is measured. */
export function createRowHeights<R extends Keyed>(guess: (row: R) => number): RowHeights<R> {
  const known = new Map<string, number>();
  let rows: R[] = [];
  let places = new Map<string, number>();
  // Summing a typed array takes microseconds even for ten thousand rows.
  let heights = new Float64Array();
  const between = (from: number, to: number): number => {
    if (from > to) return -between(to, from);
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += heights[at] ?? 0;
    return sum;
  };
  return {
    get count() {
      return rows.length;
    },
    keyAt: (index) => rows[index]?.key,
    indexOf: (key) => places.get(key) ?? -1,
    at: (index) => heights[index] ?? 0,
    between,
    measured(key, height) {
      const index = places.get(key);
      if (index === undefined || heights[index] === height) return false;
      known.set(key, height);
      heights[index] = height;
      return true;
    },
    take(next) {
      rows = next;
      places = new Map(next.map(({ key }, at) => [key, at]));
      heights = Float64Array.from(next, (row) => known.get(row.key) ?? guess(row));
    },
  };
}
