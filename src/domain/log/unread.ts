/**
 * Unread without counting: rows that count are numbered as they are written (for members, for admins, for @all), and
 * so are each member's own. The cursor remembers both numbers at its place; what lies between is unread, less the
 * rows deleted since. A brute-force model in the tests must agree.
 */

import type { Cursor, Member, Ordinals, OwnRow } from '../rooms/room.js';
import type { CountedAs } from './log.js';

export const OWN_ADMINS_ONLY = 1;
export const OWN_MENTIONS_ALL = 2;
/** So many own rows are remembered one by one, in a list that is copied with each; older ones only as a number. */
export const OWN_REMEMBERED = 32;
/** The count of unread personal mentions stops here. */
export const MENTIONS_REMEMBERED = 1_000;

export const noOrdinals: Readonly<Ordinals> = { all: 0, admins: 0, mentionsAll: 0 };

/** A row whose content is gone, for those whose cursor stands before it. */
export interface DeletedRow {
  seq: number;
  owner: string | null;
  countedAs: CountedAs;
  mentionsAll: boolean;
  /** The entry that deleted it, or a later one that changed it. */
  rev: number;
}

/** Deleted rows of others that are known only as numbers. */
export interface DeletedCounts {
  rows: number;
  mentionsAll: number;
}

export const noneDeleted: Readonly<DeletedCounts> = { rows: 0, mentionsAll: 0 };

export interface UnreadCounts {
  unread: number;
  mentions: number;
}

/** `deleted` holds at least every deleted row after the cursor that `beside` has not counted. */
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

/** What one counted row adds to the ordinals. */
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

/** The ordinals of the own rows up to `seq`, which is at or after `ownFloor`: all of them less those behind it. */
export function ownCountsAt(member: Member, seq: number): Ordinals {
  const behind = member.own.filter(([at]) => at > seq);
  return takeOff(member.ownCounts, behind);
}

export function takeOff(counts: Ordinals, rows: OwnRow[]): Ordinals {
  const rest = { ...counts };
  for (const [, flags] of rows) {
    if (!(flags & OWN_ADMINS_ONLY)) rest.all -= 1;
    rest.admins -= 1;
    if (flags & OWN_MENTIONS_ALL) rest.mentionsAll -= 1;
  }
  return rest;
}
