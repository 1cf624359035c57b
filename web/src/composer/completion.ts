/** Completion of `@name` and `:emoji` at the caret. Pure. */

export interface CompletionQuery {
  kind: 'mention' | 'emoji';
  /** Where the mark stands. */
  from: number;
  /** The part of the name that is typed. */
  word: string;
}

const marks: [CompletionQuery['kind'], RegExp][] = [
  ['mention', /(?:^|[\s(])@([\p{L}\d_.]*)$/u],
  ['emoji', /(?:^|[\s(])[:]([\p{L}\d_+]{2,30})$/u],
];

/** The word at the caret when it begins with a mark of its own; never inside a word, and never inside code. */
export function completionAt(body: string, caret: number): CompletionQuery | null {
  const before = body.slice(0, caret);
  for (const [kind, pattern] of marks) {
    const word = pattern.exec(before)?.[1];
    if (word !== undefined && !isInCode(before)) return { kind, from: caret - word.length - 1, word };
  }
  return null;
}

/** Behind an opened fence, or an opened backtick of the same line. */
function isInCode(before: string): boolean {
  const fences = before.split('```');
  if (fences.length % 2 === 0) return true;
  const line = fences.at(-1)?.split('\n').at(-1) ?? '';
  return line.split('`').length % 2 === 0;
}

const OFFERED_MAX = 8;

/** One letter for the four that Turkish and English write apart, as the service compares names. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/i̇|ı/g, 'i');

/** Names that begin like the word come before those that only contain it. */
export function matching(names: string[], word: string): string[] {
  const wanted = foldName(word);
  const folded = [...new Set(names)].map((name) => ({ name, key: foldName(name) }));
  const begins = folded.filter(({ key }) => key.startsWith(wanted));
  const contains = folded.filter(({ key }) => !key.startsWith(wanted) && key.includes(wanted));
  return [...begins, ...contains].slice(0, OFFERED_MAX).map(({ name }) => name);
}

/** The text with the choice in place of the word, and where the caret stands then. */
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
