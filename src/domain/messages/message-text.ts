/** What a text says beside its words: hashtags, names, links. */
import type { Language } from '../accounts/account.js';
import { HASHTAGS_MAX, MENTIONS_MAX } from './message.js';

const hashtag = /(?<![\p{L}\p{N}_#])#([\p{L}\p{N}_]+)/gu;
const name = /(?<![\p{L}\p{N}_.@])@([\p{L}\p{N}_.]+)/gu;
const link = /\bhttps?:\/\/\S/i;

/** What most texts hold of either: one list for all of them, which nobody changes. */
const nothing: string[] = [];

/** Lower-cased hashtags in the order they appear, each once, at most 10. Turkish casing for Turkish writers. */
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

/** Names after `@`, as written, each once; a trailing dot ends the sentence, not the name. */
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
