/** Passwords as people type them: the same characters are the same password, however a keyboard composes them. */
import { characterCount } from '../text/text.js';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** What a login may send: longer is no password of anybody, and is not worth hashing. */
export const PASSWORD_TYPED_MAX = 1_024;

/**
 * RFC 8265 (OpaqueString): composed, otherwise as it is; blanks and case count. What nobody may have as a password stays
 * as it is: to compose it costs the square of its length.
 */
export const preparePassword = (typed: string): string =>
  typed.length > PASSWORD_TYPED_MAX ? typed : typed.normalize('NFC');

/** Characters, not bytes and not halves of surrogate pairs. */
export function passwordProblem(password: string, isCommon: (password: string) => boolean): string | null {
  const length = characterCount(password);
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
  }
  if (!password.isWellFormed()) return 'holds half a character';
  return isCommon(password) ? 'is one of the most common passwords' : null;
}

/** Shorter words than this are in many a good password by chance. */
const CONTEXT_WORD_MIN = 3;
const NO_LETTERS = /[^\p{L}]+/gu;

const lettersOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(NO_LETTERS, '');

/**
 * Whether a password is nothing but words that anybody knows who knows the account, with digits and signs around them:
 * the name of the service, or what stands before the @.
 */
export function isContextual(password: string, email: string, brand: string): boolean {
  const words = [brand, email.slice(0, email.lastIndexOf('@'))].map(lettersOf);
  const known = words.filter(({ length }) => length >= CONTEXT_WORD_MIN).sort((a, b) => b.length - a.length);
  const letters = lettersOf(password);
  return letters !== '' && known.reduce((left, word) => left.replaceAll(word, ''), letters) === '';
}
