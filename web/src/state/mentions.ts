/** Completing `@name` while it is written. Pure. */

/** The word that is being written at the caret when it begins with `@`: where it stands, and what is there of it. */
export function mentionAt(body: string, caret: number): { from: number; word: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\d_.]*)$/u.exec(body.slice(0, caret));
  const word = found?.[1];
  return word === undefined ? null : { from: caret - word.length - 1, word };
}

const OFFERED_MAX = 6;

/** Names that begin like the word come before those that only contain it. */
export function matching(names: string[], word: string): string[] {
  const wanted = word.toLowerCase();
  const begins = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const contains = names.filter((name) => !begins.includes(name) && name.toLowerCase().includes(wanted));
  return [...begins, ...contains].slice(0, OFFERED_MAX);
}

export function completed(body: string, caret: number, name: string): { body: string; caret: number } {
  const mention = mentionAt(body, caret);
  if (!mention) return { body, caret };
  const before = `${body.slice(0, mention.from)}@${name} `;
  return { body: before + body.slice(caret).trimStart(), caret: before.length };
}
