/** The draft of an article. Each block has an id, so that the block being edited keeps its position. Pure. */
import type { Block } from '#page/api-types.js';
import { blocksOf } from './article-parser.js';

export type BlockType = Block['type'];
export type TextType = Exclude<BlockType, 'image'>;
export type ImageBlock = Extract<Block, { type: 'image' }>;

export interface TextDraft {
  id: string;
  type: TextType;
  /** One list item per line. */
  text: string;
}

export interface ImageDraft {
  id: string;
  type: 'image';
  name: string;
  image: Omit<ImageBlock, 'type' | 'url'>;
  /** A thumbnail that is small enough to be stored with the draft. */
  thumb: string | null;
}

export type BlockDraft = TextDraft | ImageDraft;

export interface ArticleDraft {
  title: string;
  tag: string;
  blocks: BlockDraft[];
}

export const TITLE_MAX = 120;
export const BLOCKS_MAX = 200;
export const BYTES_MAX = 65_536;
const TAG_MAX = 64;

/** Prefixes that change the type of a paragraph. */
const starts: [start: RegExp, type: TextType][] = [
  [/^#{1,3} /, 'heading'],
  [/^> /, 'quote'],
  [/^[-*] /, 'list'],
  [/^```\n?/, 'code'],
];

export const paragraph = (id: string, text = ''): TextDraft => ({ id, type: 'paragraph', text });

export const withBlock = (blocks: BlockDraft[], id: string, patch: Partial<TextDraft>): BlockDraft[] =>
  blocks.map((block) => (block.id === id && block.type !== 'image' ? { ...block, ...patch } : block));

/** Sets the text of a block; a paragraph with a prefix of heading, quote, list or code changes its type. */
export function withText(blocks: BlockDraft[], id: string, text: string): BlockDraft[] {
  const block = blocks.find((one) => one.id === id);
  const turn = block?.type === 'paragraph' ? starts.find(([start]) => start.test(text)) : undefined;
  return withBlock(blocks, id, turn ? { type: turn[1], text: text.replace(turn[0], '') } : { text });
}

/** Inserts after the block with the id, or at the end. */
export function withAfter(blocks: BlockDraft[], id: string | null, added: BlockDraft[]): BlockDraft[] {
  const at = blocks.findIndex((block) => block.id === id);
  const place = at < 0 ? blocks.length : at + 1;
  return [...blocks.slice(0, place), ...added, ...blocks.slice(place)];
}

/** At least one block always remains. */
export function withoutBlock(blocks: BlockDraft[], id: string, newId: string): BlockDraft[] {
  const left = blocks.filter((block) => block.id !== id);
  return left.length > 0 ? left : [paragraph(newId)];
}

/** Moves a block to the position of another one. */
export function movedTo(blocks: BlockDraft[], id: string, place: number): BlockDraft[] {
  const block = blocks.find((one) => one.id === id);
  if (!block || place < 0 || place >= blocks.length) return blocks;
  const left = blocks.filter((one) => one.id !== id);
  return [...left.slice(0, place), block, ...left.slice(place)];
}

export const movedBy = (blocks: BlockDraft[], id: string, steps: number): BlockDraft[] =>
  movedTo(blocks, id, blocks.findIndex((block) => block.id === id) + steps);

/** Splits a block at the caret; the block after a heading, a quote or code is a paragraph. */
export function splitAt(blocks: BlockDraft[], id: string, caret: number, newId: string): BlockDraft[] {
  const block = blocks.find((one) => one.id === id);
  if (!block || block.type === 'image') return blocks;
  const before = withBlock(blocks, id, { text: block.text.slice(0, caret).trimEnd() });
  return withAfter(before, id, [paragraph(newId, block.text.slice(caret).trimStart())]);
}

/** An empty last line ends a list. */
export const endsList = (text: string): boolean => text.trim() !== '' && /\n\s*$/.test(text);

/** Pasted text as blocks; null when the text is inserted as it is. */
export function pasted(text: string, idOf: () => string): BlockDraft[] | null {
  if (!/\n\s*\n/.test(text.trim())) return null;
  return blocksOf(text.replaceAll('\r\n', '\n')).map((block) => draftOf(block, idOf()));
}

const draftOf = (block: Block, id: string): BlockDraft =>
  block.type === 'image'
    ? paragraph(id)
    : { id, type: block.type, text: block.type === 'list' ? block.items.join('\n') : block.text };

export const plainTag = (tag: string): string => tag.trim().replace(/^#/, '');

/** The blocks to publish, without empty ones. */
export function blocksOfDraft(blocks: BlockDraft[]): Block[] {
  return blocks.map(blockOfDraft).filter((block) => block !== null);
}

function blockOfDraft(draft: BlockDraft): Block | null {
  if (draft.type === 'image') return { type: 'image', ...draft.image };
  const text = draft.type === 'code' ? draft.text.replace(/^\n+|\s+$/g, '') : draft.text.trim();
  if (text === '') return null;
  if (draft.type !== 'list') return { type: draft.type, text };
  const items = text
    .split('\n')
    .map((item) => item.replace(/^[-*]\s+/, '').trim())
    .filter((item) => item !== '');
  return { type: 'list', items };
}

export type ArticleProblem = 'title' | 'empty' | 'tag' | 'many' | 'large';

/** Why the article cannot be published yet. */
export function articleProblem({ title, tag, blocks }: ArticleDraft): ArticleProblem | null {
  const made = blocksOfDraft(blocks);
  if (title.trim() === '' || [...title.trim()].length > TITLE_MAX) return 'title';
  if (made.length === 0) return 'empty';
  if (made.length > BLOCKS_MAX) return 'many';
  if (new TextEncoder().encode(JSON.stringify(made)).length > BYTES_MAX) return 'large';
  const plain = plainTag(tag);
  return plain !== '' && (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*$/u.test(plain) || [...plain].length > TAG_MAX)
    ? 'tag'
    : null;
}

export const isWorthKeeping = ({ title, tag, blocks }: ArticleDraft): boolean =>
  title.trim() !== '' || tag.trim() !== '' || blocksOfDraft(blocks).length > 0;
