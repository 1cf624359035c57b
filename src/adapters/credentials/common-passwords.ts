/**
 * The commonest passwords, which guessers try first: `common-passwords.txt` holds the 10 000 most frequent ones that are
 * long enough to be chosen here, in lower case, so case does not save one; a second list comes with a package.
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
