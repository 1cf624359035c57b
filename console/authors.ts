/** Who may not publish. What they have published stays. */
import type { DeskKeeper } from './desk.js';
import type { Author } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** Latest first. */
export const listBanned = (desk: DeskKeeper, limit: number): Promise<Author[]> =>
  desk.reader.range<Author>('dictAuthors', { index: 'banned', desc: true, limit });

export const banOf = (desk: DeskKeeper, account: string): Promise<Author | null> =>
  desk.reader.get<Author>('dictAuthors', account);

/** Banning again gives another reason; the ban is as old as it was. */
export function banAuthor(desk: DeskKeeper, account: string, reason: string): Promise<Author> {
  return desk.change(async () => {
    const before = await banOf(desk, account);
    const author: Author = { _id: account, bannedAt: before?.bannedAt ?? desk.now(), reason };
    return { writes: [{ op: 'put', in: 'dictAuthors', doc: { ...author } }], answer: author };
  });
}

export function unbanAuthor(desk: DeskKeeper, account: string): Promise<null> {
  return desk.change(async () => {
    if (!(await banOf(desk, account))) throw new ConsoleRefusal('not_found');
    return { writes: [{ op: 'del', in: 'dictAuthors', id: account }], answer: null };
  });
}
