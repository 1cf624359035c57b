/**
 * An article as people type it: empty lines part blocks, and the first characters say what a block is. `![2]` alone is
 * the second of its pictures. Pure.
 */
import type { Block } from '../wire.js';

export type ImageBlock = Extract<Block, { type: 'image' }>;

export function blocksOf(text: string, pictures: ImageBlock[] = []): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => pictureOf(part, pictures) ?? blockOf(part));
}

const pictureOf = (part: string, pictures: ImageBlock[]): ImageBlock | undefined =>
  pictures[Number(/^!\[(\d+)\]$/.exec(part)?.[1]) - 1];

/** Room for the picture of that number where the writer stands, as a block of its own. */
export function withPicture(text: string, at: number, picture: number): string {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  return `${before}${before && '\n\n'}![${picture}]\n\n${after}`;
}

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
