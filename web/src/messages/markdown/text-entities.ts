/** Text entities: links, e-mail addresses, mentions and hashtags in the plain text of a message. Pure. */

export interface TextEntity {
  kind: 'link' | 'mention' | 'hashtag';
  word: string;
  /** The address of a link; empty for the other kinds. */
  href: string;
  /** Index in the text. */
  at: number;
}

/** `](` ends the name of a named link, so it ends an address in that name too. */
const SIGN = String.raw`(?:[^\s<>"\x60\]]|\](?!\())`;
const LINK = new RegExp(String.raw`https?:\/\/${SIGN}+|(?<![\p{L}\d_.@/-])www\.${SIGN}+`, 'u');
/** Looked for only at the beginning of a word, so that one pass stays one pass. */
const EMAIL = /(?<![\p{L}\d_.+@/-])[\p{L}\d_.+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63})*\.\p{L}{2,}/u;
const MENTION = /(?<![\p{L}\d_])@[\p{L}\d_.]*[\p{L}\d_]/u;
/** As the service finds them. */
const HASHTAG = /(?<![\p{L}\p{M}\p{N}_#])#[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/u;
const SPECIAL = new RegExp(`(${LINK.source})|(${EMAIL.source})|(?:${MENTION.source}|${HASHTAG.source})`, 'gu');
const HAS_HOST = /^(?:https?:\/\/[\p{L}\d[]|www\.[\p{L}\d-]+\.[\p{L}\d])/u;
const CLOSES_SENTENCE = new Set([...".,;:!?'*~"]);

export function entitiesOf(body: string): TextEntity[] {
  const marks: TextEntity[] = [];
  for (const { 0: found, 1: link, 2: email, index: at } of body.matchAll(SPECIAL)) {
    if (email) marks.push({ kind: 'link', word: email, href: `mailto:${email}`, at });
    else if (!link) marks.push({ kind: found.startsWith('#') ? 'hashtag' : 'mention', word: found, href: '', at });
    else if (HAS_HOST.test(link)) marks.push(linkAt(addressOf(link), at));
  }
  return marks;
}

const linkAt = (word: string, at: number): TextEntity => ({
  kind: 'link',
  word,
  href: word.startsWith('www.') ? `https://${word}` : word,
  at,
});

/** The address of the first web page that the text links to. */
export const firstLink = (body: string): string | null =>
  entitiesOf(body).find(({ href }) => href.startsWith('http'))?.href ?? null;

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
