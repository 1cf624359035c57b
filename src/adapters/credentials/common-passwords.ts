/**
 * The most common passwords, which attackers try first. `common-passwords.txt` holds the 10 000 most frequent ones that
 * the rules would allow, in lower case, because case does not make them harder to guess. A package adds a second list.
 */
import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '#src/domain/v1/v1-password.js';

export type CommonPasswords = (password: string) => boolean;

export function commonPasswords(): CommonPasswords {
  const frequent = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const known = dictionary['passwords-common'].map(String);
  const commonest = new Set([...frequent, ...known].filter(({ length }) => length >= PASSWORD_MIN));
  return (password) => commonest.has(password.toLowerCase());
}
