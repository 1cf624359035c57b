/** Authors who are banned from publishing. Their published entries stay. */
import type { DictionaryStore } from './dictionary-store.js';
import type { Author } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** Most recently banned first. */
export const listBanned = (dictionary: DictionaryStore, limit: number): Promise<Author[]> =>
  dictionary.reader.range<Author>('dictAuthors', { index: 'banned', desc: true, limit });

export const banOf = (dictionary: DictionaryStore, account: string): Promise<Author | null> =>
  dictionary.reader.get<Author>('dictAuthors', account);

/** A second ban replaces the reason and keeps the date of the first. */
export function banAuthor(dictionary: DictionaryStore, account: string, reason: string): Promise<Author> {
  return dictionary.change(async () => {
    const before = await banOf(dictionary, account);
    const author: Author = { _id: account, bannedAt: before?.bannedAt ?? dictionary.now(), reason };
    return { writes: [{ op: 'put', in: 'dictAuthors', doc: { ...author } }], answer: author };
  });
}

export function unbanAuthor(dictionary: DictionaryStore, account: string): Promise<null> {
  return dictionary.change(async () => {
    if (!(await banOf(dictionary, account))) throw new ConsoleRefusal('not_found');
    return { writes: [{ op: 'del', in: 'dictAuthors', id: account }], answer: null };
  });
}
