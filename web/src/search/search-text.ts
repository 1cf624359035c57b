import { defineTexts } from '../app/text/define-texts.js';
import { type SearchTexts, searchEn } from './search-en.js';
import type { SearchPlace } from './search-rooms.js';
import { searchTr } from './search-tr.js';

export const { useTexts: useSearchText } = defineTexts({ en: searchEn, tr: searchTr });

/** Rooms that nobody has looked into come first; then older messages of those with many. */
export function moreLabel(own: SearchTexts, { left }: { left: readonly SearchPlace[] }): string {
  const unseen = new Set(left.filter(({ beforeSeq }) => beforeSeq === null).map(({ room }) => room.slug));
  return unseen.size > 0 ? own.more(unseen.size) : own.olderMessages;
}
