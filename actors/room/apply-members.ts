/** Who is in the room and as what: what the facts about people do to memory. */
import type { AccountId } from '#src/domain/account.js';
import type { Fact, LogEntry } from '#src/domain/log.js';
import type { Head, Member, Ordinals, ReaderState } from '#src/domain/room.js';
import { countRow, noOrdinals } from '#src/domain/unread.js';
import { memberId } from '#src/store/collections.js';
import { withOwnRow } from './apply-rows.js';
import { countedAs } from './counting.js';
import type { RoomState } from './room-state.js';

export function joined(state: RoomState, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): void {
  const { account } = fact;
  if ((state.members.get(account)?.rev ?? 0) < entry.seq) state.members.set(account, newMember(state.id, fact, entry));
  if ((state.readers.get(account)?.rev ?? 0) < entry.seq) state.readers.set(account, newReader(state.id, fact, entry));
}

export function newMember(room: string, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): Member {
  return {
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
    ownCounts: countedByJoining(entry),
    own: [],
    ownFloor: entry.seq,
    mentions: [],
    rev: entry.seq,
  };
}

/** The cursor of somebody who just joined stands after the rows that the joining wrote. */
export function newReader(room: string, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): ReaderState {
  return {
    _id: memberId(room, fact.account),
    room,
    account: fact.account,
    v: 1,
    rev: entry.seq,
    cursor: { seq: entry.seq, counts: entry.head.counts, own: countedByJoining(entry) },
    archived: false,
    muted: false,
    pinnedAt: 0,
  };
}

/** The row of a joining is the newcomer's own. */
function countedByJoining({ row }: LogEntry): Ordinals {
  return row ? countRow(noOrdinals, countedAs(row), false) : { ...noOrdinals };
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

export function founderChanged(state: RoomState, account: AccountId, entry: LogEntry): void {
  (state.head as Head).founder = account;
  const member = state.members.get(account);
  if (!member || member.rev >= entry.seq) return;
  const viewSince = member.role === 'member' ? entry.seq : member.viewSince;
  state.members.set(account, { ...member, role: 'founder', since: entry.at, viewSince, rev: entry.seq });
}
