/** Brings a row into sight wherever it stands. */
import type { Message } from '../wire.js';
import { app } from './app-state.js';
import { closePanel, openPanel } from './panel.js';
import { messageOf, reach } from './talk-actions.js';

const FLASH_MS = 1600;
const NARROW = '(max-width: 1080px)';

export async function jumpTo(message: Message): Promise<void> {
  if (message.discussion_of) return openRoot(message.room, message.discussion_of);
  if (!(await reach(message))) return openPanel({ type: 'around', message });
  // On a narrow screen the panel lies over the rows.
  if (matchMedia(NARROW).matches) closePanel();
  requestAnimationFrame(() => requestAnimationFrame(() => flash(message.id)));
}

async function openRoot(slug: string, rootId: string): Promise<void> {
  const held = app.get().timelines[slug]?.messages.find((row) => row.id === rootId);
  const root = held ?? (await messageOf(slug, rootId));
  if (root) openPanel({ type: 'discussion', message: root });
}

function flash(id: string): void {
  const row = document.getElementById(`m-${id}`);
  row?.scrollIntoView({ block: 'center' });
  row?.classList.add('row-flash');
  setTimeout(() => row?.classList.remove('row-flash'), FLASH_MS);
}
