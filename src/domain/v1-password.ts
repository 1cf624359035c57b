/** Passwords as people type them: the same characters are the same password, however a keyboard composes them. */
import { characterCount } from './text.js';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
/** What a login may send: longer is no password of anybody, and is not worth hashing. */
export const PASSWORD_TYPED_MAX = 1_024;

/** RFC 8265 (OpaqueString): composed, otherwise as it is; blanks and case count. */
export const preparePassword = (typed: string): string => typed.normalize('NFC');

/** Characters, not bytes and not halves of surrogate pairs. */
export function passwordProblem(password: string, isCommon: (password: string) => boolean): string | null {
  const length = characterCount(password);
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
  }
  if (!password.isWellFormed()) return 'holds half a character';
  return isCommon(password) ? 'is one of the most common passwords' : null;
}
