/** Finds hashtags, names and links in a text. */
import type { Language } from '../accounts/account.js';
import { USERNAME_LENGTH_MAX } from '../accounts/username.js';
import { normalized } from '../text/text.js';
import { HASHTAGS_MAX, MENTIONS_MAX } from './message.js';

/** Many scripts write parts of a letter as marks behind it: vowels in Hindi and Tamil, accents on some keyboards. */
const TAG = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*`;
const hashtag = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_#])#(${TAG})`, 'gu');
const wholeTag = new RegExp(`^${TAG}$`, 'u');
const name = /(?<![\p{L}\p{N}_.@])@([\p{L}\p{N}_.]+)/gu;
const link = /\bhttps?:\/\/\S/i;

/** Most texts have no hashtags or names. They share one empty list, which is never changed. */
const nothing: string[] = [];

/** Lower-cased hashtags in order of appearance, without repeats, at most 10. Turkish writers get Turkish casing. */
export function hashtagsOf(body: string, language: Language | null): string[] {
  if (!body.includes('#')) return nothing;
  const locale = language === 'tr' ? 'tr' : 'en';
  const tags = new Set<string>();
  for (const [, tag] of body.matchAll(hashtag)) {
    if (tags.size === HASHTAGS_MAX) break;
    tags.add(normalized((tag as string).toLocaleLowerCase(locale), 'NFC'));
  }
  return [...tags];
}

/** Whether a text is a hashtag without its `#`. */
export const isTag = (text: string): boolean => wholeTag.test(text);

/** Names after `@`, without repeats, composed as usernames are. A trailing dot ends the sentence, not the name. */
export function namesIn(body: string): string[] {
  if (!body.includes('@')) return nothing;
  const names = new Set<string>();
  for (const [, found] of normalized(body, 'NFC').matchAll(name)) {
    const trimmed = (found as string).replace(/\.+$/, '');
    if (trimmed !== '' && [...trimmed].length <= USERNAME_LENGTH_MAX) names.add(trimmed);
    if (names.size === MENTIONS_MAX) break;
  }
  return [...names];
}

export const hasLink = (body: string): boolean => link.test(body);
