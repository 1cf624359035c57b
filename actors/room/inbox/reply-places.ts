/** Replies to an account, newest first: those that quote its rows, and those in its discussions. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Reader } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import type { PlacesBefore } from './places.js';

/** Rows of one millisecond are told apart by their ids. */
interface Cursor {
  at: number;
  id: string;
}

const RADIX = 36;
/** More rows of one millisecond than this answer nobody. */
const READ_MAX = 10_000;

const cursorOf = ({ at, _id }: EntryDoc): string => `${at.toString(RADIX)}.${_id}`;

function parsed(cursor: string): Cursor {
  const end = cursor.indexOf('.');
  return { at: Number.parseInt(cursor.slice(0, end), RADIX), id: cursor.slice(end + 1) };
}

export function repliesBefore(reader: Reader, account: AccountId): PlacesBefore {
  return async (before, count) => {
    const from = before === undefined ? null : parsed(before);
    const lists = await Promise.all(['quotes', 'answers'].map((index) => newest(reader, index, account, from, count)));
    // A reply in a discussion that quotes the author of its first row is in both.
    const unique = new Map(lists.flat().map((doc) => [doc._id, doc]));
    const docs = [...unique.values()].sort((a, b) => b.at - a.at || (a._id < b._id ? 1 : -1)).slice(0, count);
    return docs.map((doc) => ({ room: doc.room, seq: doc.seq, cursor: cursorOf(doc) }));
  };
}

/** A range begins at a time. The rows of that time that were listed are passed over, so that few are read in vain. */
async function newest(
  reader: Reader,
  index: string,
  account: AccountId,
  from: Cursor | null,
  count: number,
): Promise<EntryDoc[]> {
  for (let limit = count + 1; ; limit = Math.min(limit * 2, READ_MAX)) {
    const range = { index, prefix: [account], ...(from && { lte: from.at }), desc: true, limit };
    const docs = await reader.range<EntryDoc>('log', range);
    const behind = from ? docs.filter(({ at, _id }) => at < from.at || _id < from.id) : docs;
    if (behind.length >= count || docs.length < limit || limit === READ_MAX) return behind.slice(0, count);
  }
}
