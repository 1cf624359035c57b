/**
 * Read tracking: only visible messages are marked as read; the "new messages" divider is set when the page is hidden.
 */
import { app } from '#page/app/app-state.js';
import { clearDivider, markRead, placeDivider } from '../message-actions.js';

const READ_AFTER_MS = 250;

interface PendingRead {
  slug: string;
  /** The newest message in view. */
  seq: number;
  timer: ReturnType<typeof setTimeout>;
}

/** The visible range that counts as read after a delay. */
let look: PendingRead | null = null;
let inView = 0;

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Called when messages arrive or the view scrolls, with the newest message in view. */
export function trackRead(slug: string, seq: number): void {
  inView = seq;
  // When the person switches rooms, the next room may report before the previous one is unmounted.
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

/** A message that was visible when the person left the room counts as read. */
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
