/** Passwords in one normal form, however a keyboard composes their characters. */
import { characterCount } from '../text/text.js';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** Bound of a password in a login. A longer one cannot be valid, and is not hashed. */
export const PASSWORD_TYPED_MAX = 1_024;

/**
 * RFC 8265 (OpaqueString): composed, otherwise unchanged; blanks and case count. An overlong password is not composed,
 * because composing costs quadratic time.
 */
export const preparePassword = (typed: string): string =>
  typed.length > PASSWORD_TYPED_MAX ? typed : typed.normalize('NFC');

/** Counts characters, not bytes and not halves of surrogate pairs. */
export function passwordProblem(password: string, isCommon: (password: string) => boolean): string | null {
  const length = characterCount(password);
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
  }
  if (!password.isWellFormed()) return 'holds half a character';
  return isCommon(password) ? 'is one of the most common passwords' : null;
}

/** Shorter words appear in many good passwords by chance. */
const CONTEXT_WORD_MIN = 3;
const NO_LETTERS = /[^\p{L}]+/gu;

const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(NO_LETTERS, '');

/**
 * Whether a password consists of words that an acquaintance would guess (the brand, the local part of the address),
 * with digits and signs around them.
 */
export function isContextual(password: string, email: string, brand: string): boolean {
  const words = [brand, email.slice(0, email.lastIndexOf('@'))].map(lettersOf);
  const known = words.filter(({ length }) => length >= CONTEXT_WORD_MIN).sort((a, b) => b.length - a.length);
  const letters = lettersOf(password);
  return letters !== '' && known.reduce((left, word) => left.replaceAll(word, ''), letters) === '';
}
