/** Loads the emoji table once, on first use. */
import { type Emoji, emojiOf } from './emoji.js';

let loading: Promise<Emoji[]> | null = null;

export function loadEmoji(): Promise<Emoji[]> {
  loading ??= import('./emoji.txt?raw')
    .then(({ default: table }) => emojiOf(table))
    .catch((error: unknown) => {
      // The next call retries.
      loading = null;
      throw error;
    });
  return loading;
}
