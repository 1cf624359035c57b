/**
 * The number of deleted rows behind a cursor, for unread. Memory holds the newest of them one by one; for older ones
 * the store counts four numbers, each by a walk along an index of deleted rows alone. Only messages can be deleted, and
 * those count for members and admins alike.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import { type DeletedCounts, type DeletedRow, noneDeleted } from '#src/domain/log/unread.js';
import type { Cursor, Head, Member } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import type { Needs } from './needs.js';
import type { DeletedRead } from './reads.js';
import type { RoomState } from './room-state.js';
import { countedAs } from './row-counting.js';

/** Numbers beyond this are not told apart. */
const COUNTED_MAX = 1_000_000;

export function deletedRow(doc: EntryDoc): DeletedRow {
  const row = unpackEntry(doc).row;
  const counted = row ? countedAs(row) : 'none';
  const mentionsAll = row?.mentionsAll ?? false;
  return { seq: doc.seq, owner: row?.owner ?? null, countedAs: counted, mentionsAll, rev: doc.rev };
}

/** `from` is where the cursor stands, or later. */
export function needsDeletedAfter(needs: Needs, member: Member, cursor: Cursor, from: number): void {
  const { state } = needs;
  if (from >= state.deletedFloor) return;
  const upToRev = state.storedSeq;
  const isAsked = {
    own: member.ownCounts.admins > cursor.own.admins,
    calls: (state.head as Head).counts.mentionsAll > cursor.counts.mentionsAll,
  };
  const isKnown = (known: DeletedRead) => known.from === from;
  needs.onceFor(
    'deleted',
    isKnown,
    (reader) => countDeleted(reader, state, member.account, { from, upToRev }, isAsked),
    (filled) => {
      // A deletion whose projection was on its way may have been counted or not.
      return !filled.deleted.some(({ seq, rev }) => rev > upToRev && seq > from && seq <= filled.deletedFloor);
    },
  );
}

/** An account without later rows has no later deleted rows; the same holds for mentions. */
async function countDeleted(
  reader: Reader,
  { id: room, deletedFloor }: RoomState,
  account: AccountId,
  { from, upToRev }: Pick<DeletedRead, 'from' | 'upToRev'>,
  isAsked: { own: boolean; calls: boolean },
): Promise<DeletedRead> {
  const count = (isOne: boolean, index: string, ...prefix: string[]) => {
    const range = { index, prefix: [room, ...prefix], gt: from, lte: deletedFloor, limit: COUNTED_MAX };
    return isOne ? reader.count('log', range) : 0;
  };
  const [rows, own, calls, ownCalls] = await Promise.all([
    count(true, 'deleted'),
    count(isAsked.own, 'deletedOwn', account),
    count(isAsked.calls, 'deletedCalls'),
    count(isAsked.own && isAsked.calls, 'deletedOwnCalls', account),
  ]);
  return { from, upToRev, rows: rows - own, mentionsAll: calls - ownCalls };
}

/** The rows that memory knows one by one, and the stored counts of the rest. */
export function deletedAfter(
  state: RoomState,
  from: number,
  read: DeletedRead | null | undefined,
): { rows: Iterable<DeletedRow>; counts: DeletedCounts } {
  if (from >= state.deletedFloor || !read) return { rows: state.deleted, counts: noneDeleted };
  const rows = state.deleted.filter(({ seq, rev }) => seq > state.deletedFloor || rev > read.upToRev);
  return { rows, counts: read };
}

/** Fields by which a deleted row is counted. */
export function deletedFields(row: { seq: number; owner: AccountId | null; mentionsAll: boolean }): object {
  const { seq, owner, mentionsAll } = row;
  return {
    deletedSeq: seq,
    ...(owner !== null && { deletedOf: owner }),
    ...(mentionsAll && { deletedCall: seq }),
    ...(mentionsAll && owner !== null && { deletedCallOf: owner }),
  };
}
