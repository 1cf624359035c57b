/**
 * The blocks of a message: text, fenced code, quotes and lists. The stored body is plain text; this tree is all that the
 * page draws from it. Pure.
 */
import { type Inline, inlinesOf } from './inline.js';

export type Block =
  | { type: 'text'; children: Inline[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; isOrdered: boolean; items: ListItem[] };

export interface ListItem {
  /** The number as it was written. */
  number: number;
  blocks: Block[];
}

/** A block and the index of the first line after it. */
interface Taken {
  block: Block;
  next: number;
}

const DEPTH_MAX = 3;
const FENCE = /^ {0,3}`{3,} *([\w+#.-]{0,20}) *$/;
const FENCE_END = /^ {0,3}`{3,} *$/;
const QUOTE = /^>(?: |$|(?=>))/;
const ITEM = /^( *)(?:[-*+•]|(\d{1,4})[.)]) +(?=\S)/;
const ORDERED_LEAST = 2;

export const blocksOf = (body: string): Block[] => parse(body.split('\n'), 0);

function parse(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let text: string[] = [];
  const fences = lastFenceEnd(lines);
  const flush = () => {
    const words = withoutBlankEdges(text);
    if (words.length > 0) blocks.push({ type: 'text', children: inlinesOf(words.join('\n')) });
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const taken = codeAt(lines, at, fences) ?? (depth < DEPTH_MAX ? nestedAt(lines, at, depth) : null);
    if (!taken) {
      text.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    flush();
    blocks.push(taken.block);
    at = taken.next;
  }
  flush();
  return blocks;
}

const nestedAt = (lines: string[], at: number, depth: number): Taken | null =>
  quoteAt(lines, at, depth) ?? listAt(lines, at, depth);

const lastFenceEnd = (lines: string[]): number => lines.findLastIndex((line) => FENCE_END.test(line));

/** A fence without an end is text. */
function codeAt(lines: string[], at: number, lastEnd: number): Taken | null {
  if (at >= lastEnd) return null;
  const language = FENCE.exec(lines[at] ?? '')?.[1];
  if (language === undefined) return null;
  let end = at + 1;
  while (!FENCE_END.test(lines[end] ?? '')) end += 1;
  return { block: { type: 'code', language, text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function quoteAt(lines: string[], at: number, depth: number): Taken | null {
  let next = at;
  while (QUOTE.test(lines[next] ?? '')) next += 1;
  if (next === at) return null;
  const quoted = lines.slice(at, next).map((line) => line.replace(/^> ?/, ''));
  return { block: { type: 'quote', blocks: parse(quoted, depth + 1) }, next };
}

/** Items of one kind and indentation; deeper lines belong to the item above them. */
function listAt(lines: string[], at: number, depth: number): Taken | null {
  const first = ITEM.exec(lines[at] ?? '');
  if (!first) return null;
  const indent = first[1]?.length ?? 0;
  const isOrdered = first[2] !== undefined;
  const items: ListItem[] = [];
  let next = at;
  for (let item: RegExpExecArray | null = first; item; item = ITEM.exec(lines[next] ?? '')) {
    if ((item[1]?.length ?? 0) !== indent || (item[2] !== undefined) !== isOrdered) break;
    const own = [(lines[next] ?? '').slice(item[0].length)];
    for (next += 1; indentOf(lines[next]) >= indent + 2; next += 1) {
      own.push((lines[next] ?? '').slice(Math.min(indentOf(lines[next]), item[0].length)));
    }
    items.push({ number: Number(item[2] ?? 0), blocks: parse(own, depth + 1) });
  }
  // A sentence may begin with a number: "90. minute".
  if (isOrdered && items.length < ORDERED_LEAST) return null;
  return { block: { type: 'list', isOrdered, items }, next };
}

/** -1 for a blank line, and beyond the end. */
const indentOf = (line = ''): number => (line.trim() === '' ? -1 : line.length - line.trimStart().length);

function withoutBlankEdges(lines: string[]): string[] {
  const isSaid = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isSaid);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isSaid) + 1);
}
