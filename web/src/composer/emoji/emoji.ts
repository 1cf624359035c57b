/**
 * Emoji by group and by name. The search uses both languages, because Turkish speakers know the English names too.
 * Pure.
 */
import { foldName } from '../completion.js';

export interface Emoji {
  face: string;
  group: string;
  names: { en: string; tr: string };
  /** The words of both languages, folded. */
  words: string[];
}

/** Parses the table: each line has an emoji, its English words and its Turkish words; `# group` starts a group. */
export function emojiOf(table: string): Emoji[] {
  let group = '';
  const all: Emoji[] = [];
  for (const line of table.split('\n')) {
    if (line.startsWith('# ')) group = line.slice(2);
    const [face, en, tr] = line.split('\t');
    if (face && en && tr)
      all.push({ face, group, names: { en: first(en), tr: first(tr) }, words: wordsOf(`${en};${tr}`) });
  }
  return all;
}

const first = (words: string): string => words.split(';')[0] ?? '';

const wordsOf = (names: string): string[] => [...new Set(foldWord(names).split(/[;\s,:-]+/))].filter(Boolean);

/** Folds Turkish letters, so that an English keyboard finds the word. */
const foldWord = (word: string): string => foldName(word).normalize('NFD').replace(/\p{M}/gu, '');

/** Each typed word has to be a prefix of one of the emoji's words; a match at the start of the name comes first. */
export function findEmoji(all: Emoji[], typed: string, most = 200): Emoji[] {
  const wanted = foldWord(typed)
    .split(/[\s_]+/)
    .filter(Boolean);
  const head = wanted.join(' ');
  if (head === '') return [];
  const found = all.filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))));
  const rank = ({ names, words }: Emoji): number => {
    const own = [foldWord(names.en), foldWord(names.tr)];
    if (own.includes(head)) return 0;
    if (own.some((name) => name.startsWith(head))) return 1;
    return words.includes(head) ? 2 : 3;
  };
  return found
    .map((emoji) => ({ emoji, rank: rank(emoji) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}

export const RECENT_MAX = 24;

export const withRecent = (recent: string[], face: string): string[] =>
  [face, ...recent.filter((other) => other !== face)].slice(0, RECENT_MAX);
