/** Loads the photos and videos of a room, page by page. */
import { call } from '../app/api.js';
import type { GalleryPage } from './gallery.js';

const PAGE = 60;

export function loadMedia(slug: string, beforeSeq: number | null): Promise<GalleryPage> {
  const query = { limit: PAGE, ...(beforeSeq !== null && { before_seq: beforeSeq }) };
  return call('GET /api/rooms/{slug}/media', { path: { slug }, query });
}
