/** Finds hashtags, names and links in a text. */
import type { Language } from '../accounts/account.js';
import { HASHTAGS_MAX, MENTIONS_MAX } from './message.js';

const hashtag = /(?<![\p{L}\p{N}_#])#([\p{L}\p{N}_]+)/gu;
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
    tags.add((tag as string).toLocaleLowerCase(locale));
  }
  return [...tags];
}

/** Names after `@`, as written, without repeats. A trailing dot ends the sentence, not the name. */
export function namesIn(body: string): string[] {
  if (!body.includes('@')) return nothing;
  const names = new Set<string>();
  for (const [, found] of body.matchAll(name)) {
    const trimmed = (found as string).replace(/\.+$/, '');
    if (trimmed !== '' && trimmed.length <= 24) names.add(trimmed);
    if (names.size === MENTIONS_MAX) break;
  }
  return [...names];
}

export const hasLink = (body: string): boolean => link.test(body);
