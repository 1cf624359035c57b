/** The effects of rows and their changes on memory: the window, the counts of their owners, the reactions. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { countRow, MENTIONS_REMEMBERED, OWN_REMEMBERED, ownFlags } from '#src/domain/log/unread.js';
import { noContent, type Row } from '#src/domain/messages/message.js';
import { copyOfMember, type Member, type OwnRow } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { RoomState } from '../model/room-state.js';
import { countedAs } from '../model/row-counting.js';

export function applyRow(state: RoomState, row: Row, { seq }: LogEntry): void {
  state.window.push(row);
  const counted = countedAs(row);
  const isSaid = row.sender !== null;
  if (row.owner !== null && (isSaid || counted !== 'none')) {
    const owner = changedMember(state, row.owner, seq);
    if (owner) countOwnRow(owner, row, seq);
    // Slow mode goes by it; discussion replies count here too.
    if (owner && isSaid) owner.saidAt = row.at;
  }
  if (row.mentionsAll || counted === 'none') return;
  for (const accountId of row.mentioned) {
    const member = changedMember(state, accountId, seq);
    if (member) member.mentions = [...member.mentions.slice(1 - MENTIONS_REMEMBERED), seq];
  }
}

/** The counts that the row of an entry adds to its owner, when that is this member. */
export function withOwnRow(member: Member, { row, seq }: LogEntry): Member {
  if (row?.owner !== member.account) return member;
  const after = { ...member };
  countOwnRow(after, row, seq);
  return after;
}

/** Changes a copy that nobody else has yet. The newest own rows are kept one by one, of older ones only the number. */
function countOwnRow(member: Member, row: Row, seq: number): void {
  const counted = countedAs(row);
  if (counted === 'none') return;
  member.ownCounts = countRow(member.ownCounts, counted, row.mentionsAll);
  const isFull = member.own.length >= OWN_REMEMBERED;
  if (isFull) member.ownFloor = (member.own[0] as OwnRow)[0];
  member.own = withNewest(member.own, [seq, ownFlags(counted, row.mentionsAll)], isFull);
}

/** A list of its final length from the beginning: one that grows is allocated a second time, with room for more. */
function withNewest(own: readonly OwnRow[], newest: OwnRow, isFull: boolean): OwnRow[] {
  const dropped = isFull ? 1 : 0;
  const last = own.length - dropped;
  const rows = new Array<OwnRow>(last + 1);
  for (let at = 0; at < last; at += 1) rows[at] = own[at + dropped] as OwnRow;
  rows[last] = newest;
  return rows;
}

/**
 * A copy of the member to be changed by this entry, in the member's place: announcements hold the member as it was. Null
 * when the entry is known to it already. The change waits for the next checkpoint; replay finds it again.
 */
function changedMember(state: RoomState, account: AccountId, seq: number): Member | null {
  const member = state.members.get(account);
  if (!member?.present || member.rev >= seq) return null;
  const after = copyOfMember(member);
  after.rev = seq;
  state.members.set(account, after);
  state.dirty.add(account);
  return after;
}

export function changeRow(state: RoomState, seq: number, rev: number, change: (row: Row) => Row): void {
  const row = state.rowAt(seq);
  if (row && row.rev < rev) state.replaceRow({ ...change(row), rev });
}

export function edited(state: RoomState, fact: Extract<Fact, { type: 'message_edited' }>, { seq, at }: LogEntry): void {
  const { content } = fact;
  changeRow(state, fact.row, seq, (row) => ({ ...row, ...content, editedAt: at, edits: [...row.edits, seq] }));
}

export function deleted(state: RoomState, fact: Extract<Fact, { type: 'message_deleted' }>, entry: LogEntry): void {
  const { seq, at } = entry;
  changeRow(state, fact.row, seq, ({ votes: _votes, ...row }) => ({
    ...row,
    ...noContent,
    reactions: {},
    deletedAt: at,
  }));
  if (fact.countedAs === 'none') return;
  if (!state.deleted.some((row) => row.seq === fact.row)) {
    const { row: deletedSeq, owner, countedAs, mentionsAll } = fact;
    state.deleted.push({ seq: deletedSeq, owner, countedAs, mentionsAll, rev: seq });
  }
  for (const account of fact.mentions) {
    const member = changedMember(state, account, seq);
    if (!member) continue;
    // A member who deletes a row that mentions them owns the event row, too, and an entry changes a member once.
    if (entry.row?.owner === account) countOwnRow(member, entry.row, seq);
    member.mentions = member.mentions.filter((mentioned) => mentioned !== fact.row);
  }
}

export function reacted(state: RoomState, fact: Extract<Fact, { type: 'reaction_changed' }>, { seq }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, reactions: fact.reactions }));
  const key = reactionKey(state.id, fact.row, fact.account);
  const known = state.reactions.get(key);
  if ((known?.rev ?? 0) >= seq || known === undefined) return;
  const others = (known?.emojis ?? []).filter((emoji) => emoji !== fact.emoji);
  state.reactions.set(key, { emojis: fact.on ? [...others, fact.emoji] : others, rev: seq });
}

export const reactionKey = (room: string, row: number, account: AccountId): string => `${logId(room, row)}:${account}`;
