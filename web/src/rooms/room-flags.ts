/** The flags that somebody has on a room for themselves. */
import { app } from '#page/app/app-state.js';
import { done } from '#page/app/ask.js';
import { changed } from './room-list-updates.js';

export type Flag = 'archive' | 'pin' | 'mute';

const fieldOf = { archive: 'archived', pin: 'pinned_to_top', mute: 'muted' } as const;

export async function setFlag(slug: string, flag: Flag, on: boolean): Promise<void> {
  if (!(await done(`${on ? 'PUT' : 'DELETE'} /api/rooms/{slug}/${flag}`, { path: { slug } }))) return;
  app.set((state) => ({ rooms: changed(state.rooms, slug, { [fieldOf[flag]]: on }) }));
}
