/** Is somebody looking? Only what is shown is marked as read, and the line "new messages" marks where the look ended. */
import { app } from '#page/app/app-state.js';
import { clearDivider, markRead, placeDivider } from '../message-actions.js';

const READ_AFTER_MS = 250;

interface PendingRead {
  slug: string;
  /** The newest row in view. */
  seq: number;
  timer: ReturnType<typeof setTimeout>;
}

/** The look that is about to count. */
let look: PendingRead | null = null;
let inView = 0;

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Called whenever rows arrive or the view moves, with the newest row in view. */
export function trackRead(slug: string, seq: number): void {
  inView = seq;
  // Whoever comes from another room may see this one before that one has left the screen.
  if (look && look.slug !== slug) finishPendingRead(look.slug);
  if (look) look.seq = Math.max(look.seq, seq);
  if (look || !isVisible()) return;
  const count = () => {
    const over = look;
    look = null;
    if (over && isVisible() && app.get().current === slug) void markRead(slug, over.seq);
  };
  look = { slug, seq, timer: setTimeout(count, READ_AFTER_MS) };
}

/** Whoever saw a row and left at once has read it all the same. */
function finishPendingRead(slug: string): void {
  if (look?.slug !== slug) return;
  clearTimeout(look.timer);
  void markRead(slug, look.seq);
  look = null;
}

export const readTracking = {
  /** Follows the page going out of sight and coming back, while the room is shown. */
  follow(slug: string): () => void {
    const change = () => (isVisible() ? trackRead(slug, inView) : placeDivider(slug));
    document.addEventListener('visibilitychange', change);
    return () => {
      document.removeEventListener('visibilitychange', change);
      finishPendingRead(slug);
      clearDivider(slug);
    };
  },
};
