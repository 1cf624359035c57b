/** Photos and videos of a room, newest first: the loaded pages merged with live messages. Pure. */
import type { Message } from '../api-types.js';

export interface GalleryPage {
  media: Message[];
  has_more: boolean;
}

const isListed = (row: Message): boolean =>
  (row.kind === 'photo' || row.kind === 'video') && !row.view_once && row.deleted_at === null;

/** `live` are the messages of the open room: updates of loaded messages, and new ones. */
export function galleryOf(loaded: readonly Message[], live: readonly Message[]): Message[] {
  const byId = new Map(loaded.map((row) => [row.id, row]));
  const oldest = loaded.at(-1)?.seq ?? 0;
  for (const row of live) {
    const held = byId.get(row.id);
    if (held ? held.rev < row.rev : row.seq >= oldest) byId.set(row.id, row);
  }
  return [...byId.values()].filter(isListed).sort((a, b) => b.seq - a.seq);
}
