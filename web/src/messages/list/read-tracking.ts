/** Read tracking: only visible rows are marked as read; the line "new messages" stands where the page was hidden. */
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

/** A row that was visible when the person left the room counts as read. */
function finishPendingRead(slug: string): void {
  if (look?.slug !== slug) return;
  clearTimeout(look.timer);
  void markRead(slug, look.seq);
  look = null;
}

export const readTracking = {
  /** Follows the visibility of the page while the room is open. */
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
