/** Work that waits in lines, of which those that are longer than their share may become too long. */
export interface Line {
  /** How much waits in this line. */
  length: number;
  /** When the oldest of this line began to wait, in monotonic ms; undefined where nothing waits. */
  since: number | undefined;
  /** How much waits in all lines together. */
  all: number;
  /** How many lines there are. */
  lines: number;
}

export interface LineBounds {
  /** So much may wait in all lines. */
  most: number;
  /** How many times as much may wait for a moment: what arrives at once after a pause is no overload by itself. */
  burst: number;
  /** The moment, in ms. */
  waitMs: number;
}

/**
 * Only a line with more than its share is too long: from `most` on if its oldest has waited for `waitMs`, so that the
 * work is behind, and from `most * burst` on always.
 */
export function isTooLong(
  { length, since, all, lines }: Line,
  { most, burst, waitMs }: LineBounds,
  now: number,
): boolean {
  if (all < most || length * lines < all) return false;
  return all >= most * burst || (since !== undefined && now - since >= waitMs);
}
