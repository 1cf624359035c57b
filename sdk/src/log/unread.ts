/** What an account has not read, counted as the service counts it. */
import type { Row } from '../wire.js';

export interface Reader {
  accountId: string;
  username: string | null;
  readSeq: number;
}

export interface UnreadCounts {
  unread: number;
  unread_mentions: number;
}

export function unreadIn(rows: readonly Row[], reader: Reader): UnreadCounts {
  const unread = rows.filter((row) => isUnread(row, reader));
  return { unread: unread.length, unread_mentions: unread.filter((row) => isMentioned(row, reader)).length };
}

function isUnread(row: Row, { accountId, username, readSeq }: Reader): boolean {
  // What the room writes about an act of the account is its own row as well.
  const isOwn = row.event ? row.event.actor === username : row.sender?.account_id === accountId;
  return row.seq > readSeq && !row.discussion_of && !row.deleted_at && !isOwn;
}

/** By name, or by the `@all` of an admin; `all` may also be the name of a member. */
function isMentioned({ mentions, sender }: Row, { username }: Reader): boolean {
  const isOfAll = mentions.includes('all') && sender?.role !== 'member';
  return isOfAll || (username !== null && mentions.includes(username));
}
