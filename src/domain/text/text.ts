/** Text as people type it, made safe to keep: what comes out is the same in memory, in both stores and on the wire. */

/** Halves of a surrogate pair standing alone are no characters: a store would replace them behind our back. */
const LONE_SURROGATES = /[\uD800-\uDFFF]/gu;

/** Characters that change the reading direction or show nothing: in a name they only deceive. */
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/**
 * Marks stand on a letter; no script has more than a few on one. To order a run of them costs the square of its length
 * (two seconds for 64 KB), so what is put into a normal form has no longer runs (UAX 15: 30 of them).
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** In a normal form, at a cost that follows the length. */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string => text.replace(MARKS, '$1').normalize(form);

/** Several lines as they are, but of whole characters only; NUL is none. */
export function cleanText(text: string): string {
  return text.replace(LONE_SURROGATES, '\uFFFD').replaceAll('\0', '');
}

/** One line of a name: composed, without unseen characters, blanks collapsed and trimmed. */
export function cleanName(text: string): string {
  return normalized(text, 'NFC').replace(LONE_SURROGATES, '\uFFFD').replace(/\s+/gu, ' ').replace(UNSEEN, '').trim();
}

/** The first `count` characters, never half of one. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** How many characters (code points) a text has. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
