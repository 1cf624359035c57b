/** Words as they are searched for: whatever the case, the keyboard and the accents they were typed with. */

import { normalized } from '../text/text.js';
import type { Row } from './message.js';

/** What is longer is found by its beginning. */
const WORD_MAX = 40;
const QUERY_WORDS_MAX = 10;

/**
 * `İSTANBUL`, `ıstanbul` and `Istanbul` are one word, and `köşe` is found by `kose`: compatibility forms are taken
 * apart, marks dropped, I, İ, ı and i are one letter, and so are the two forms of sigma.
 */
export function foldText(text: string): string {
  const plain = normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replaceAll('ı', 'i').replaceAll('ς', 'σ').replaceAll('ß', 'ss').normalize('NFC');
}

/** The words of a text, folded, in order; a run of letters and digits is one. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, WORD_MAX));
}

/** All of `whole`, and one that begins with `last`, which is still being typed. */
export interface Query {
  whole: string[];
  last: string;
}

/** Null when there is no word in it. */
export function queryOf(text: string): Query | null {
  const words = wordsOf(text).slice(0, QUERY_WORDS_MAX);
  const last = words.pop();
  return last === undefined ? null : { whole: words, last };
}

/** Words in one string, so that finding one is one search: each between blanks. */
export const joined = (words: Iterable<string>): string => ` ${[...new Set(words)].join(' ')} `;

export const matches = (words: string, { whole, last }: Query): boolean =>
  words.includes(` ${last}`) && whole.every((word) => words.includes(` ${word} `));

/** Everything a row says: its body, and the texts of what is attached to it. */
export function wordsOfRow({ body, attachment }: Pick<Row, 'body' | 'attachment'>): string[] {
  if (attachment === null) return wordsOf(body);
  return wordsOf([body, ...textsIn(attachment)].join('\n'));
}

const spoken = new Set(['title', 'text', 'items', 'question', 'options', 'label', 'name', 'username', 'blocks', 'tag']);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (spoken.has(key) ? textsIn(inner) : []));
}
