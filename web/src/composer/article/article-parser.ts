/** Parses plain text into blocks: empty lines separate blocks, and prefixes give their types. Pure. */
import type { Block } from '#page/api-types.js';

export const blocksOf = (text: string): Block[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(blockOf);

function blockOf(part: string): Block {
  if (/^#+\s/.test(part)) return { type: 'heading', text: part.replace(/^#+\s+/, '') };
  if (part.startsWith('```')) return { type: 'code', text: part.replaceAll('```', '').trim() || '```' };
  const lines = part.split('\n');
  if (lines.every((line) => /^>\s?\S/.test(line))) {
    return { type: 'quote', text: lines.map((line) => line.replace(/^>\s?/, '')).join('\n') };
  }
  if (lines.every((line) => /^[-*]\s+\S/.test(line))) {
    return { type: 'list', items: lines.map((line) => line.replace(/^[-*]\s+/, '').trim()) };
  }
  return { type: 'paragraph', text: part };
}
