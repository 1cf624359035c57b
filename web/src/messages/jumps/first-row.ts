/** The first message of a day: found by halves, because the service pages by seq only. Pure. */
import type { Message } from '#page/api-types.js';

/** The first visible row from a seq on; null beyond the newest. */
export type RowFrom = (seq: number) => Promise<Message | null>;

/** The first message at or after a time. Needs about as many requests as the seq has binary digits. */
export async function firstRowSince(at: number, newest: number, rowFrom: RowFrom): Promise<Message | null> {
  let [low, high] = [1, newest + 1];
  let found: Message | null = null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await rowFrom(middle);
    if (row && row.inserted_at < at) {
      // The rows up to this one are earlier too.
      low = row.seq + 1;
    } else {
      found = row ?? found;
      high = middle;
    }
  }
  return found;
}
