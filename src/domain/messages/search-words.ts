/** Words in the form in which they are searched: independent of case, keyboard and accents. */

import { normalized } from '../text/text.js';
import type { Row } from './message.js';

/** Longer words are found by their beginning. */
const WORD_MAX = 40;
const QUERY_WORDS_MAX = 10;

/**
 * `İSTANBUL`, `ıstanbul` and `Istanbul` are one word, and `kose` finds `köşe`. Compatibility forms are decomposed and
 * marks are removed. I, İ, ı and i are one letter, and so are the two forms of sigma.
 */
export function foldText(text: string): string {
  const plain = normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replaceAll('ı', 'i').replaceAll('ς', 'σ').replaceAll('ß', 'ss').normalize('NFC');
}

/** The folded words of a text, in order. A run of letters and digits is one word. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, WORD_MAX));
}

/** A text matches if it has all words of `whole`, and a word that begins with `last`, which is still being typed. */
export interface Query {
  whole: string[];
  last: string;
}

/** Null if the text has no words. */
export function queryOf(text: string): Query | null {
  const words = wordsOf(text).slice(0, QUERY_WORDS_MAX);
  const last = words.pop();
  return last === undefined ? null : { whole: words, last };
}

/** Words in one string, each between blanks, so that a search for a word is a search for a substring. */
export const joined = (words: Iterable<string>): string => ` ${[...new Set(words)].join(' ')} `;

export const matches = (words: string, { whole, last }: Query): boolean =>
  words.includes(` ${last}`) && whole.every((word) => words.includes(` ${word} `));

/** All words of a row: those of its body and of its attachment. */
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
