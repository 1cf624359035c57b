/** The state of the media viewer. */

import type { Media, Message } from '../api-types.js';
import { app } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { client } from '../app/client.js';

export const mediaOf = ({ attachment }: Message): Media | null =>
  attachment && ['photo', 'video', 'gif', 'sticker'].includes(attachment.type) ? (attachment as Media) : null;

/** Photos and videos that can be opened more than once. */
export const isViewable = (row: Message): boolean =>
  ['photo', 'video', 'gif'].includes(row.kind) && row.deleted_at === null && !row.view_once && !row.expired;

/** Opens the viewer with the surrounding pictures. */
export function view(message: Message, among: readonly Message[]): void {
  const items = among.filter(isViewable);
  const at = items.findIndex(({ id }) => id === message.id);
  app.set({ viewer: at < 0 ? { type: 'media', items: [message], at: 0 } : { type: 'media', items, at } });
}

export function turnViewer(by: number): void {
  const { viewer } = app.get();
  if (viewer?.type !== 'media') return;
  const at = viewer.at + by;
  if (at >= 0 && at < viewer.items.length) app.set({ viewer: { ...viewer, at } });
}

export const closeViewer = (): void => app.set({ viewer: null });

/** The message is marked as opened by the room's event. */
export async function openOnce({ room, id, kind }: Message): Promise<void> {
  try {
    const { url } = await client.operate('message:open_once', { room, message_id: id });
    app.set({ viewer: { type: 'once', url, kind } });
  } catch (error) {
    notifyError(error);
  }
}
