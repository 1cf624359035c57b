/** The table comes when the first emoji is looked for, once. */
import { type Emoji, emojiOf } from './emoji.js';

let loading: Promise<Emoji[]> | null = null;

export function loadEmoji(): Promise<Emoji[]> {
  loading ??= import('./emoji.txt?raw')
    .then(({ default: table }) => emojiOf(table))
    .catch((error: unknown) => {
      // The next look asks once more.
      loading = null;
      throw error;
    });
  return loading;
}
