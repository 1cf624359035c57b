/** Is somebody looking? Only what is seen is marked as read, and the line "new messages" marks where the look ended. */
import { app } from './app-state.js';
import { clearDivider, markRead, placeDivider } from './message-actions.js';

const READ_AFTER_MS = 250;

let isAtBottom = true;
/** The look that is about to count, and at which room. */
let look: { slug: string; timer: ReturnType<typeof setTimeout> } | null = null;

const isLookedAt = (): boolean => document.visibilityState === 'visible' && isAtBottom;

/** Called whenever rows arrive or the view moves. */
export function seen(slug: string, atBottom: boolean): void {
  isAtBottom = atBottom;
  // Whoever comes from another room may see this one before that one has left the screen.
  if (look && look.slug !== slug) finishLook(look.slug);
  if (look || !isLookedAt()) return;
  const count = () => {
    look = null;
    if (isLookedAt() && app.get().current === slug) void markRead(slug);
  };
  look = { slug, timer: setTimeout(count, READ_AFTER_MS) };
}

/** Whoever saw the newest row and left at once has read it all the same. */
function finishLook(slug: string): void {
  if (look?.slug !== slug) return;
  clearTimeout(look.timer);
  look = null;
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
