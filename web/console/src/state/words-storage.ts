/** Where the words of unfinished forms are in the session storage; the operator and the form follow. */
export const WORDS_STORED_AS = 'meydan.console-words ';

export function forgetWords(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(WORDS_STORED_AS));
  for (const name of names) sessionStorage.removeItem(name);
}
