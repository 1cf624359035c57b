/** Asks for the photos and videos of a room, a page at a time. */
import { ask } from './admin-actions.js';
import type { GalleryPage } from './gallery.js';

const PAGE = 60;

export function loadMedia(slug: string, beforeSeq: number | null): Promise<GalleryPage | null> {
  const before = beforeSeq === null ? '' : `&before_seq=${beforeSeq}`;
  return ask<GalleryPage>('GET', `/rooms/${slug}/media?limit=${PAGE}${before}`);
}
