/** Scrolls to a message, in the loaded timeline or not. */
import type { Message } from '#page/api-types.js';
import { app } from '#page/app/app-state.js';
import { closePanel, openPanel } from '#page/app/panel.js';
import { messageOf, reach } from '../panels/discussion-actions.js';

const NARROW = '(max-width: 1080px)';

/** Scrolls to a message of the open room; false when the timeline does not contain it. */
type Shower = (id: string) => boolean;
let shower: Shower | null = null;

/** Registers the mounted list as the one that scrolls to messages. */
export function showRowsBy(show: Shower): () => void {
  shower = show;
  return () => {
    if (shower === show) shower = null;
  };
}

export async function jumpTo(message: Message): Promise<void> {
  if (message.discussion_of) return openRoot(message.room, message.discussion_of);
  if (!(await reach(message))) return openPanel({ type: 'context', message });
  // On a narrow screen the panel covers the messages.
  if (matchMedia(NARROW).matches) closePanel();
  // After two frames: the loaded messages, and a closing viewer or panel, are rendered by then.
  requestAnimationFrame(() => requestAnimationFrame(() => shower?.(message.id)));
}

/** The same for a message of which only the id is known. */
export async function jumpToId(slug: string, id: string): Promise<void> {
  const message = heldRow(slug, id) ?? (await messageOf(slug, id));
  if (message) await jumpTo(message);
}

const heldRow = (slug: string, id: string): Message | undefined =>
  app.get().timelines[slug]?.messages.find((row) => row.id === id);

async function openRoot(slug: string, rootId: string): Promise<void> {
  const root = heldRow(slug, rootId) ?? (await messageOf(slug, rootId));
  if (root) openPanel({ type: 'discussion', message: root });
}
