/**
 * Computes unread counts from ordinals. Counted rows are numbered as they are written (for members, for admins, for
 * @all), and so are each member's own rows. A cursor stores both numbers at its position. Unread is the difference
 * since then, less the rows deleted after the cursor. The tests compare it with a brute-force model.
 */

import type { Cursor, Member, Ordinals, OwnRow } from '../rooms/room.js';
import type { CountedAs } from './log.js';

export const OWN_ADMINS_ONLY = 1;
export const OWN_MENTIONS_ALL = 2;
/** This many own rows are listed one by one. The list is copied with each own row, so older rows are only counted. */
export const OWN_REMEMBERED = 32;
/** Bound of the count of unread personal mentions. */
export const MENTIONS_REMEMBERED = 1_000;

export const noOrdinals: Readonly<Ordinals> = { all: 0, admins: 0, mentionsAll: 0 };

/** A deleted row, for members whose cursor is before it. */
export interface DeletedRow {
  seq: number;
  owner: string | null;
  countedAs: CountedAs;
  mentionsAll: boolean;
  /** The entry that deleted the row, or a later one that changed it. */
  rev: number;
}

/** Deleted rows of other accounts of which only the number is known. */
export interface DeletedCounts {
  rows: number;
  mentionsAll: number;
}

export const noneDeleted: Readonly<DeletedCounts> = { rows: 0, mentionsAll: 0 };

export interface UnreadCounts {
  unread: number;
  mentions: number;
}

/** `deleted` holds at least every deleted row after the cursor that `beside` does not count. */
export function unreadOf(
  counts: Ordinals,
  member: Member,
  cursor: Cursor,
  deleted: Iterable<DeletedRow>,
  beside: DeletedCounts = noneDeleted,
): UnreadCounts {
  const admin = member.role !== 'member';
  const since = (key: keyof Ordinals): number =>
    counts[key] - cursor.counts[key] - (member.ownCounts[key] - cursor.own[key]);
  let unread = since(admin ? 'admins' : 'all') - beside.rows;
  let mentions = since('mentionsAll') - beside.mentionsAll + member.mentions.filter((seq) => seq > cursor.seq).length;
  for (const row of deleted) {
    if (row.seq <= cursor.seq || row.owner === member.account) continue;
    if (row.countedAs === 'all' || (admin && row.countedAs === 'admins')) unread -= 1;
    if (row.mentionsAll) mentions -= 1;
  }
  return { unread, mentions };
}

/** The ordinals after one more counted row. */
export function countRow(counts: Ordinals, countedAs: CountedAs, mentionsAll: boolean): Ordinals {
  if (countedAs === 'none') return counts;
  return {
    all: counts.all + (countedAs === 'all' ? 1 : 0),
    admins: counts.admins + 1,
    mentionsAll: counts.mentionsAll + (mentionsAll ? 1 : 0),
  };
}

export function ownFlags(countedAs: CountedAs, mentionsAll: boolean): number {
  return (countedAs === 'admins' ? OWN_ADMINS_ONLY : 0) | (mentionsAll ? OWN_MENTIONS_ALL : 0);
}

/** The ordinals of the own rows up to `seq`, which is not below `ownFloor`: all own rows, less those after `seq`. */
export function ownCountsAt(member: Member, seq: number): Ordinals {
  const behind = member.own.filter(([at]) => at > seq);
  return withoutRows(member.ownCounts, behind);
}

export function withoutRows(counts: Ordinals, rows: OwnRow[]): Ordinals {
  const rest = { ...counts };
  for (const [, flags] of rows) {
    if (!(flags & OWN_ADMINS_ONLY)) rest.all -= 1;
    rest.admins -= 1;
    if (flags & OWN_MENTIONS_ALL) rest.mentionsAll -= 1;
  }
  return rest;
}
