/** A search over all rooms: its words and filters, typed (`from:ada in:kahve has:link before:2026-11-01`) or chosen. Pure. */
export const attachmentFilters = ['link', 'file', 'photo', 'video', 'document', 'article'] as const;
export type AttachmentFilter = (typeof attachmentFilters)[number];

export interface SearchQuery {
  words: string;
  /** A username. */
  from: string | null;
  /** The slug of a room. */
  room: string | null;
  /** ms; messages before this time. */
  before: number | null;
  has: AttachmentFilter | null;
}

const OPERATOR = /(?:^|\s)(from|in|before|has):(\S+)/gu;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function searchQueryOf(typed: string): SearchQuery {
  const query: SearchQuery = { words: '', from: null, room: null, before: null, has: null };
  const words = typed.replaceAll(OPERATOR, (whole, name: string, value: string) =>
    take(query, name, value) ? ' ' : whole,
  );
  return { ...query, words: words.replaceAll(/\s+/g, ' ').trim() };
}

/** False for a value that the filter does not know; it stays among the words. */
function take(query: SearchQuery, name: string, value: string): boolean {
  if (name === 'from') query.from = value.replace(/^@/, '');
  else if (name === 'in') query.room = value.replace(/^#/, '').toLowerCase();
  else if (name === 'before') query.before = DATE.test(value) ? new Date(`${value}T00:00`).getTime() : null;
  else query.has = attachmentFilters.find((kind) => kind === value) ?? null;
  if (name === 'before') return query.before !== null;
  return name !== 'has' || query.has !== null;
}

/** Whether it asks for anything; a room alone is asked for its newest messages. */
export const isQuery = ({ words, from, room, before, has }: SearchQuery): boolean =>
  words !== '' || [from, room, before, has].some((filter) => filter !== null);

export interface HitPart {
  text: string;
  isHit: boolean;
}

const SNIPPET_BEFORE = 60;
const SNIPPET_CHARS = 240;

/** The text around the first found word, with all found words marked. Case, accents and the dot of I are ignored. */
export function snippetOf(body: string, words: string): HitPart[] {
  const letters = [...body];
  const marks = foundLetters(letters, words);
  const first = marks.indexOf(true);
  const from = Math.max(0, first - SNIPPET_BEFORE);
  const to = Math.min(letters.length, from + SNIPPET_CHARS);
  const parts: HitPart[] = from > 0 ? [{ text: '…', isHit: false }] : [];
  for (let at = from; at < to; at += 1) {
    const last = parts.at(-1);
    if (last && last.isHit === marks[at]) last.text += letters[at];
    else parts.push({ text: letters[at] ?? '', isHit: marks[at] ?? false });
  }
  if (to < letters.length) parts.push({ text: '…', isHit: false });
  return parts;
}

/** Which letters belong to a found word. */
export function foundLetters(letters: string[], words: string): boolean[] {
  const wanted = words
    .split(/\s+/)
    .map(folded)
    .filter((word) => word !== '');
  return marksIn(letters.map(folded), wanted);
}

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').replaceAll(/\p{M}/gu, '');

const isWord = (letter = ''): boolean => /[\p{L}\d]/u.test(letter);

/** Which letters belong to a found word; a word is found from its beginning. */
function marksIn(plain: string[], wanted: string[]): boolean[] {
  const marks = plain.map(() => false);
  for (let at = 0; at < plain.length; at += 1) {
    if (isWord(plain[at - 1]) && isWord(plain[at])) continue;
    for (const word of wanted) {
      const end = endOf(plain, at, word);
      if (end > at) marks.fill(true, at, end);
    }
  }
  return marks;
}

/** The end of the word that begins there; `at` when another text does. */
function endOf(plain: string[], at: number, word: string): number {
  let left = word;
  let end = at;
  while (left !== '' && end < plain.length && left.startsWith(plain[end] ?? '')) {
    left = left.slice((plain[end] ?? '').length);
    end += 1;
  }
  return left === '' ? end : at;
}
