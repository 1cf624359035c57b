/** The members of the room and their roles: the effects of facts about people on memory. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { countRow, noOrdinals, ownFlags, withoutRows } from '#src/domain/log/unread.js';
import type { Row } from '#src/domain/messages/message.js';
import { type Cursor, type Head, type Member, type Ordinals, type ReadState, renamed } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { RoomState } from '../model/room-state.js';
import { countedAs } from '../model/row-counting.js';
import { withOwnRow } from './apply-rows.js';

export function joined(state: RoomState, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): void {
  const { account } = fact;
  const before = state.members.get(account);
  if ((before?.rev ?? 0) < entry.seq) {
    // Leaving and coming back is no way around slow mode.
    state.members.set(account, { ...newMember(state.id, fact, entry), saidAt: before?.saidAt ?? 0 });
  }
  if ((state.readStates.get(account)?.rev ?? 0) < entry.seq)
    state.readStates.set(account, newReadState(state.id, fact, entry));
}

export function newMember(room: string, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): Member {
  const member: Member = {
    _id: memberId(room, fact.account),
    room,
    account: fact.account,
    username: fact.username,
    present: true,
    role: fact.role,
    joinedAt: entry.at,
    joinedSeq: entry.seq,
    since: entry.at,
    tag: null,
    granted: [],
    grantedBy: null,
    mutedUntil: fact.mutedUntil,
    historyFrom: fact.historyFrom,
    viewSince: entry.seq,
    ownCounts: countedByJoining(entry, fact.account),
    own: [],
    ownFloor: entry.seq,
    mentions: entry.row?.mentioned.includes(fact.account) ? [entry.seq] : [],
    rev: entry.seq,
  };
  if (fact.isBot) member.isBot = true;
  return member;
}

/**
 * The cursor of a new member stands after the rows that the joining wrote; if a message opens the direct chat for the
 * member, before that message.
 */
export function newReadState(room: string, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): ReadState {
  return {
    _id: memberId(room, fact.account),
    room,
    account: fact.account,
    v: 1,
    rev: entry.seq,
    cursor: entry.row?.sender ? cursorBefore(entry, entry.row) : cursorAfter(entry, fact.account),
    archived: false,
    muted: false,
    pinnedAt: 0,
  };
}

function cursorAfter(entry: LogEntry, account: AccountId): Cursor {
  return { seq: entry.seq, counts: entry.head.counts, own: countedByJoining(entry, account) };
}

function cursorBefore({ seq, head }: LogEntry, row: Row): Cursor {
  const counted = countedAs(row);
  const own = { ...noOrdinals };
  const counts =
    counted === 'none' ? head.counts : withoutRows(head.counts, [[seq, ownFlags(counted, row.mentionsAll)]]);
  return { seq: seq - 1, counts, own };
}

/** The row of a joining is the newcomer's own, unless somebody let them in. */
function countedByJoining({ row }: LogEntry, account: AccountId): Ordinals {
  return row?.owner === account ? countRow(noOrdinals, countedAs(row), false) : { ...noOrdinals };
}

export function left(state: RoomState, account: AccountId, seq: number): void {
  const member = state.members.get(account);
  if (!member || member.rev >= seq) return;
  state.members.set(account, {
    ...member,
    present: null,
    role: 'member',
    granted: [],
    grantedBy: null,
    tag: null,
    viewSince: seq,
    rev: seq,
  });
}

export function founderChanged(
  state: RoomState,
  fact: Extract<Fact, { type: 'founder_changed' }>,
  entry: LogEntry,
): void {
  const head = state.head as Head;
  if (head.seq < entry.seq) head.founder = fact.account;
  // Nobody could lift a founder's mute: it ends here.
  change(state, fact, entry, (member) => ({
    ...member,
    role: 'founder',
    since: entry.at,
    granted: [],
    mutedUntil: null,
  }));
  const { fromGranted, fromUsername } = fact;
  if (!fromGranted) return;
  change(state, { account: fact.from, username: fromUsername }, entry, (member) => ({
    ...member,
    role: 'admin',
    since: entry.at,
    granted: fromGranted,
    grantedBy: fact.username,
  }));
}

export function roleChanged(state: RoomState, fact: Extract<Fact, { type: 'role_changed' }>, entry: LogEntry): void {
  const { role } = fact;
  // A member again stands in the order of members by when they joined.
  change(state, fact, entry, (member) => ({
    ...member,
    role,
    since: role === 'admin' ? entry.at : member.joinedAt,
    granted: [],
    grantedBy: role === 'admin' ? fact.actor : null,
  }));
}

/** The member whom a fact is about, under the present name if the room has a former one. */
interface Subject {
  account: AccountId;
  username?: string | undefined;
}

/** A change of a member that its own projection carries; moving between members and admins begins another view. */
export function change(
  state: RoomState,
  { account, username }: Subject,
  entry: LogEntry,
  make: (member: Member) => Member,
): void {
  const before = state.members.get(account);
  if (!before?.present || before.rev >= entry.seq) return;
  const after = withOwnRow(make(renamed(before, username)), entry);
  const changesSides = (before.role === 'member') !== (after.role === 'member');
  const viewSince = changesSides ? entry.seq : after.viewSince;
  state.members.set(account, { ...after, viewSince, rev: entry.seq });
}
