/** Completion of `@name` and `:emoji` at the caret. Pure. */

export interface CompletionQuery {
  kind: 'mention' | 'emoji';
  /** Index of the `@` or `:`. */
  from: number;
  /** The typed part of the name. */
  word: string;
}

const marks: [CompletionQuery['kind'], RegExp][] = [
  ['mention', /(?:^|[\s(])@([\p{L}\d_.]*)$/u],
  ['emoji', /(?:^|[\s(])[:]([\p{L}\d_+]{2,30})$/u],
];

/** The completion query at the caret; null inside a word and inside code. */
export function completionAt(body: string, caret: number): CompletionQuery | null {
  const before = body.slice(0, caret);
  for (const [kind, pattern] of marks) {
    const word = pattern.exec(before)?.[1];
    if (word !== undefined && !isInCode(before)) return { kind, from: caret - word.length - 1, word };
  }
  return null;
}

/** True after an open fence, or an open backtick on the same line. */
function isInCode(before: string): boolean {
  const fences = before.split('```');
  if (fences.length % 2 === 0) return true;
  const line = fences.at(-1)?.split('\n').at(-1) ?? '';
  return line.split('`').length % 2 === 0;
}

const OFFERED_MAX = 8;

/** Folds the four variants of i to one letter, as the service compares names. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/i̇|ı/g, 'i');

/** Names that start with the word come before names that contain it. */
export function matching(names: string[], word: string): string[] {
  const wanted = foldName(word);
  const folded = [...new Set(names)].map((name) => ({ name, key: foldName(name) }));
  const begins = folded.filter(({ key }) => key.startsWith(wanted));
  const contains = folded.filter(({ key }) => !key.startsWith(wanted) && key.includes(wanted));
  return [...begins, ...contains].slice(0, OFFERED_MAX).map(({ name }) => name);
}

/** Replaces the word with the choice, and returns the new caret position. */
export function completed(body: string, caret: number, insert: string): { body: string; caret: number } {
  const wanted = completionAt(body, caret);
  if (!wanted) return { body, caret };
  const before = `${body.slice(0, wanted.from)}${insert} `;
  return { body: before + body.slice(caret).trimStart(), caret: before.length };
}

/** Inserts text at the caret in place of the selection. */
export function inserted(body: string, from: number, to: number, insert: string): { body: string; caret: number } {
  return { body: body.slice(0, from) + insert + body.slice(to), caret: from + insert.length };
}
