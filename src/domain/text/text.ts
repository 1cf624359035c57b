/** Normalizes typed text, so that it is the same in memory, in both stores and on the wire. */

/** Characters without a glyph or with an effect on the reading direction: in a name they only deceive. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/**
 * Long runs of combining marks are cut to 30 (UAX 15), because normalization orders them in quadratic time: two seconds
 * for 64 KB. No script has more than a few marks on a letter.
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** Normalizes in linear time. */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string => text.replace(MARKS, '$1').normalize(form);

/** Text of several lines: lone surrogates are replaced, because a store would do so silently; NUL is removed. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** A name of one line: composed, without invisible characters, blanks collapsed and trimmed. */
export function cleanName(text: string): string {
  return normalized(text, 'NFC').toWellFormed().replace(/\s+/gu, ' ').replace(UNSEEN, '').trim();
}

/** The first `count` characters, without splitting one. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** The number of characters (code points) of a text. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
