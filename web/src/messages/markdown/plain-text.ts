/** The words of a message without its Markdown, for one-line summaries. Pure. */
import { type Block, blocksOf } from './blocks.js';
import type { Inline } from './inline.js';

/** More than any summary shows. */
const READ_MAX = 400;

export const plainText = (body: string, chars = READ_MAX): string =>
  blocksOf(body.slice(0, chars)).map(wordsOf).join('\n');

function wordsOf(block: Block): string {
  if (block.type === 'text') return block.children.map(inlineWords).join('');
  if (block.type === 'code') return block.text;
  if (block.type === 'quote') return block.blocks.map(wordsOf).join('\n');
  const lead = (number: number) => (block.isOrdered ? `${number}. ` : '• ');
  return block.items.map(({ number, blocks }) => lead(number) + blocks.map(wordsOf).join('\n')).join('\n');
}

const inlineWords = (inline: Inline): string =>
  'children' in inline ? inline.children.map(inlineWords).join('') : inline.text;
