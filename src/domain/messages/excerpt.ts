import type { Article, Block } from './message-kinds.js';

export const EXCERPT_CHARS_MAX = 280;

/** The beginning of an article's text, in whole words. */
export function excerptOf({ blocks }: Pick<Article, 'blocks'>): string {
  const text = blocks.flatMap(wordsIn).join(' ').replace(/\s+/gu, ' ').trim();
  const characters = [...text.slice(0, EXCERPT_CHARS_MAX * 2 + 2)];
  if (characters.length <= EXCERPT_CHARS_MAX) return text;
  const start = characters.slice(0, EXCERPT_CHARS_MAX).join('');
  const isWhole = characters[EXCERPT_CHARS_MAX] === ' ';
  const end = isWhole ? -1 : start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`;
}

function wordsIn(block: Block): string[] {
  if (block.type === 'image') return [];
  return block.type === 'list' ? block.items : [block.text];
}
