/** Text entities: links, mentions and hashtags in the plain text of a message. Pure. */

export interface TextEntity {
  kind: 'link' | 'mention' | 'hashtag';
  word: string;
  /** Index in the text. */
  at: number;
}

const SPECIAL = /(https?:\/\/[^\s<>"]+)|((?<![\p{L}\d_])[@#][\p{L}\d_.]*[\p{L}\d_])/gu;
const HAS_HOST = /^https?:\/\/[\p{L}\d[]/u;
const CLOSES_SENTENCE = new Set([...".,;:!?'*"]);

export function entitiesOf(body: string): TextEntity[] {
  const marks: TextEntity[] = [];
  for (const { 0: found, index: at } of body.matchAll(SPECIAL)) {
    if (found.startsWith('#')) marks.push({ kind: 'hashtag', word: found, at });
    else if (found.startsWith('@')) marks.push({ kind: 'mention', word: found, at });
    else if (HAS_HOST.test(found)) marks.push({ kind: 'link', word: addressOf(found), at });
  }
  return marks;
}

/** The first link in the text. */
export const firstLink = (body: string): string | null =>
  entitiesOf(body).find(({ kind }) => kind === 'link')?.word ?? null;

/** A full stop at the end, and a bracket without its opening one, belong to the sentence around the link. */
function addressOf(run: string): string {
  let unopened = count(run, ')') - count(run, '(');
  let end = run.length;
  for (; end > 0; end -= 1) {
    const last = run.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!CLOSES_SENTENCE.has(last)) break;
  }
  return run.slice(0, end);
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;
