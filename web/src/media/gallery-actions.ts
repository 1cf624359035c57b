/** Loads the photos and videos of a room, page by page. */
import { ask } from '../app/ask.js';
import type { GalleryPage } from './gallery.js';

const PAGE = 60;

export function loadMedia(slug: string, beforeSeq: number | null): Promise<GalleryPage | null> {
  const query = { limit: PAGE, ...(beforeSeq !== null && { before_seq: beforeSeq }) };
  return ask('GET /api/rooms/{slug}/media', { path: { slug }, query });
}
