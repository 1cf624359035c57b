/** Is somebody looking? Only what is seen is marked as read, and the line "new messages" marks where the look ended. */
import { app } from './app-state.js';
import { clearDivider, markRead, placeDivider } from './message-actions.js';

const READ_AFTER_MS = 250;

let isAtBottom = true;
let timer: ReturnType<typeof setTimeout> | null = null;

const isLookedAt = (): boolean => document.visibilityState === 'visible' && isAtBottom;

/** Called whenever rows arrive or the view moves. */
export function seen(slug: string, atBottom: boolean): void {
  isAtBottom = atBottom;
  if (timer || !isLookedAt()) return;
  timer = setTimeout(() => {
    timer = null;
    if (isLookedAt() && app.get().current === slug) void markRead(slug);
  }, READ_AFTER_MS);
}

/** Whoever saw the newest row and left at once has read it all the same. */
function finishLook(slug: string): void {
  if (!timer) return;
  clearTimeout(timer);
  timer = null;
  void markRead(slug);
}

export const sight = {
  /** Follows the page going out of sight and coming back, while the room is shown. */
  follow(slug: string): () => void {
    const change = () => (document.visibilityState === 'visible' ? seen(slug, isAtBottom) : placeDivider(slug));
    document.addEventListener('visibilitychange', change);
    return () => {
      document.removeEventListener('visibilitychange', change);
      finishLook(slug);
      clearDivider(slug);
    };
  },
};
