/** The commonest passwords, which guessers try first. The list is in lower case, so case does not save one. */
import { dictionary } from '@zxcvbn-ts/language-common';

const COMMONEST = 10_000;

export type CommonPasswords = (password: string) => boolean;

export function commonPasswords(): CommonPasswords {
  const commonest = new Set(dictionary['passwords-common'].slice(0, COMMONEST).map(String));
  return (password) => commonest.has(password.toLowerCase());
}
