/**
 * Entry → next state. The only code that changes what a room holds; it runs for entries just decided, and again for
 * those replayed on activation. A member's document carries the last entry that is in it, so replay is idempotent.
 */
import type { AccountId } from '#src/domain/account.js';
import type { Fact, LogEntry } from '#src/domain/log.js';
import { noContent, type Row } from '#src/domain/message.js';
import type { Head, Member, Ordinals, OwnRow, ReaderState } from '#src/domain/room.js';
import { countRow, MENTIONS_REMEMBERED, noOrdinals, OWN_REMEMBERED, ownFlags } from '#src/domain/unread.js';
import { logId, memberId } from '#src/store/collections.js';
import { countedAs } from './counting.js';
import type { RoomState } from './room-state.js';

export function applyEntry(state: RoomState, entry: LogEntry): void {
  for (const fact of entry.facts) applyFact(state, fact, entry);
  if (entry.row) applyRow(state, entry.row, entry);
  applyHead(state.head as Head, entry);
  state.recent.push(entry);
  noteRequest(state, entry);
}

function noteRequest(state: RoomState, { by, row, dedup, seq, hash }: LogEntry): void {
  if (dedup !== null && by !== null && row?.clientId) state.seen.set(by, row.clientId, { seq, hash });
}

/** Accounts whose member documents an entry changes. */
export function touchedBy(entry: LogEntry): AccountId[] {
  const touched = new Set<AccountId>();
  for (const fact of entry.facts) {
    if ('account' in fact && fact.type !== 'reaction_changed' && fact.type !== 'request_made')
      touched.add(fact.account);
    if (fact.type === 'founder_changed') touched.add(fact.from);
    if (fact.type === 'message_deleted') for (const account of fact.mentions) touched.add(account);
  }
  if (entry.row?.owner) touched.add(entry.row.owner);
  for (const account of entry.row?.mentioned ?? []) touched.add(account);
  return [...touched];
}

function applyHead(head: Head, { seq, at, head: after }: LogEntry): void {
  if (head.seq >= seq) return;
  head.seq = seq;
  head.lastAt = at;
  head.counts = after.counts;
  head.memberCount = after.memberCount;
  head.lastMessageSeq = after.lastMessageSeq;
  head.lastMessageAt = after.lastMessageAt;
  head.prevAll = after.onAll ? seq : after.prevAll;
  head.prevAdmins = after.onAdmins ? seq : after.prevAdmins;
}

function applyRow(state: RoomState, row: Row, { seq }: LogEntry): void {
  state.window.push(row);
  const counted = countedAs(row);
  if (row.owner !== null && counted !== 'none') {
    changeMember(state, row.owner, seq, (member) => {
      member.ownCounts = countRow(member.ownCounts, counted, row.mentionsAll);
      remember(member, [seq, ownFlags(counted, row.mentionsAll)]);
    });
  }
  if (row.mentionsAll || counted === 'none') return;
  for (const accountId of row.mentioned) {
    if (accountId === row.owner) continue;
    changeMember(state, accountId, seq, (member) => {
      member.mentions = [...member.mentions.slice(1 - MENTIONS_REMEMBERED), seq];
    });
  }
}

/** The newest own rows, one by one; what falls out is known only as a number. */
function remember(member: Member, row: OwnRow): void {
  const isFull = member.own.length >= OWN_REMEMBERED;
  if (isFull) member.ownFloor = member.own[0]?.[0] ?? member.ownFloor;
  member.own = member.own.slice(isFull ? 1 : 0);
  member.own.push(row);
}

/** A change that waits for the next checkpoint; replay finds it again. It is made on a copy of the member. */
function changeMember(state: RoomState, account: AccountId, seq: number, change: (copy: Member) => void): void {
  const member = state.members.get(account);
  if (!member?.present || member.rev >= seq) return;
  const copy = { ...member, rev: seq };
  change(copy);
  state.members.set(account, copy);
  state.dirty.add(account);
}

function applyFact(state: RoomState, fact: Fact, entry: LogEntry): void {
  if (fact.type === 'room_created') return created(state, fact, entry);
  if (fact.type === 'member_joined') return joined(state, fact, entry);
  if (fact.type === 'member_left') return left(state, fact.account, entry.seq);
  if (fact.type === 'founder_changed') return founderChanged(state, fact.account, entry);
  if (fact.type === 'message_edited') return edited(state, fact, entry);
  if (fact.type === 'message_deleted') return deleted(state, fact, entry);
  if (fact.type === 'reaction_changed') return reacted(state, fact, entry);
  if (fact.type === 'room_deleted') (state.head as Head).deleted = true;
}

function created(state: RoomState, fact: Extract<Fact, { type: 'room_created' }>, { at }: LogEntry): void {
  const { slug, kind, founder, settings } = fact;
  state.head = { ...emptyHead, id: state.id, slug, kind, founder, settings, createdAt: at };
}

/** A room before its first entry. */
export const emptyHead: Readonly<Omit<Head, 'id' | 'slug' | 'settings'>> = {
  kind: 'group',
  founder: null,
  memberDenied: [],
  createdAt: 0,
  seq: 0,
  lastAt: 0,
  counts: noOrdinals,
  memberCount: 0,
  lastMessageSeq: 0,
  lastMessageAt: 0,
  prevAll: 0,
  prevAdmins: 0,
  pins: [],
  deleted: false,
};

function joined(state: RoomState, fact: Extract<Fact, { type: 'member_joined' }>, entry: LogEntry): void {
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

function left(state: RoomState, account: AccountId, seq: number): void {
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

function founderChanged(state: RoomState, account: AccountId, entry: LogEntry): void {
  (state.head as Head).founder = account;
  const member = state.members.get(account);
  if (!member || member.rev >= entry.seq) return;
  const viewSince = member.role === 'member' ? entry.seq : member.viewSince;
  state.members.set(account, { ...member, role: 'founder', since: entry.at, viewSince, rev: entry.seq });
}

function changeRow(state: RoomState, seq: number, rev: number, change: (row: Row) => Row): void {
  const row = state.rowAt(seq);
  if (row && row.rev < rev) state.replaceRow({ ...change(row), rev });
}

function edited(state: RoomState, fact: Extract<Fact, { type: 'message_edited' }>, { seq, at }: LogEntry): void {
  const { content } = fact;
  changeRow(state, fact.row, seq, (row) => ({ ...row, ...content, editedAt: at, edits: [...row.edits, seq] }));
}

function deleted(state: RoomState, fact: Extract<Fact, { type: 'message_deleted' }>, { seq, at }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, ...noContent, reactions: {}, deletedAt: at }));
  if (fact.countedAs === 'none') return;
  if (!state.deleted.some((row) => row.seq === fact.row)) {
    state.deleted.push({ seq: fact.row, owner: fact.owner, countedAs: fact.countedAs, mentionsAll: fact.mentionsAll });
  }
  for (const account of fact.mentions) {
    changeMember(state, account, seq, (member) => {
      member.mentions = member.mentions.filter((mentioned) => mentioned !== fact.row);
    });
  }
}

function reacted(state: RoomState, fact: Extract<Fact, { type: 'reaction_changed' }>, { seq }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, reactions: fact.reactions }));
  const key = reactionKey(state.id, fact.row, fact.account);
  const known = state.reactions.get(key);
  if ((known?.rev ?? 0) >= seq || known === undefined) return;
  const others = (known?.emojis ?? []).filter((emoji) => emoji !== fact.emoji);
  state.reactions.set(key, { emojis: fact.on ? [...others, fact.emoji] : others, rev: seq });
}

export const reactionKey = (room: string, row: number, account: AccountId): string => `${logId(room, row)}:${account}`;
