/** The cursor of a reader: the reads from the store for it, the counts, and moving it. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { noOrdinals, unreadOf } from '#src/domain/log/unread.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Unread } from '#src/domain/messages/views.js';
import type { Cursor, Head, Member, Ordinals, ReadState } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRefused, memberOr } from '../access/access.js';
import { readEvents } from '../access/dm-access.js';
import { rowById } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { flagsEvent } from '../members/member-flags.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { deletedAfter, needsDeletedAfter } from '../model/deleted-counts.js';
import { edgeAt, needsEdge } from '../model/expiry.js';
import type { Needs } from '../model/needs.js';
import { needsOwnAt, ownAt } from '../model/own-pages.js';
import type { CountsAt } from '../model/reads.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible } from '../model/row-views.js';
import { needsRowsBefore, rowsBefore } from './row-pages.js';

type MarkRead = CommandOf<'mark_read'>;

/** The reads that `unreadFor` will need, with the cursor where it is or, when that is later, at `readTo`. */
export function needsUnread(needs: Needs, account: string, now: number, readTo = 0): void {
  const { state } = needs;
  const member = needs.member(account);
  const readState = member?.present ? needs.readState(account) : null;
  if (!member || !readState) return;
  needsEdge(needs, now);
  const read = Math.max(readState.cursor.seq, readTo);
  const from = Math.max(read, edgeAt(state, now)?.seq ?? 0);
  needsDeletedAfter(needs, member, readState.cursor, from);
  if (from > read) needsOwnAt(needs, member, from, 'ownAtEdge');
}

export function unreadFor(state: RoomState, command: object, member: Member): Unread {
  const readState = state.readStates.get(member.account);
  if (!readState) return { readSeq: 0, unread: 0, unreadMentions: 0 };
  const cursor = cursorOrEdge(state, command, member, readState.cursor);
  const deleted = deletedAfter(state, cursor.seq, state.readsFor(command).deleted);
  const { unread, mentions } = unreadOf((state.head as Head).counts, member, cursor, deleted.rows, deleted.counts);
  return { readSeq: readState.cursor.seq, unread: Math.max(0, unread), unreadMentions: Math.max(0, mentions) };
}

/** Expired rows count as read: unread begins after the later of the two. */
function cursorOrEdge(state: RoomState, command: object, member: Member, cursor: Cursor): Cursor {
  const edge = edgeAt(state, state.now);
  if (!edge || edge.seq <= cursor.seq) return cursor;
  const own = ownAt(state, member, edge.seq, state.readsFor(command).ownAtEdge) ?? cursor.own;
  return { seq: edge.seq, counts: edge.counts, own };
}

export function markReadNeeds(needs: Needs, command: MarkRead, now: number): void {
  const { state } = needs;
  const { accountId } = command.by;
  needs.member(accountId);
  if ('messageId' in command) needs.row(seqOfMessageId(command.messageId));
  const member = state.memberOf(accountId);
  const readState = member ? needs.readState(accountId) : null;
  if (!readState || !member) return;
  if (!newestInMemory(state, member)) needsRowsBefore(needs, member, afterAll(state), 1, NEVER_EXPIRED);
  // Where the cursor goes is known once all of that is here.
  if (!needs.complete) return;
  const seq = seqWanted(state, command, member);
  needsUnread(needs, accountId, now, seq);
  if (seq <= readState.cursor.seq) return;
  if (!countsInMemory(state, seq)) {
    const isMeant = (known: { seq: number }) => known.seq === seq;
    needs.onceFor('countsAt', isMeant, (store) => readCounts(store, state.id, seq));
  }
  needsOwnAt(needs, member, seq, 'ownAt');
}

export function markRead(state: RoomState, command: MarkRead, turn: { now: number }): Handled {
  const { by } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const named = 'messageId' in command ? rowById(state, command.messageId) : undefined;
  if (named === null || (named && !isVisible(state.head as Head, member, named, NEVER_EXPIRED))) {
    return refuse('not_found');
  }
  const readState = state.readStates.get(by.accountId);
  if (!readState) return refuse('unavailable', { retryAfterMs: 100 });
  const seq = seqWanted(state, command, member);
  const answer = () => unreadFor(state, command, member);
  if (seq <= readState.cursor.seq) return reply(answer());
  const { countsAt, ownAt: read } = state.readsFor(command);
  const counts = countsInMemory(state, seq) ?? countsAt?.counts ?? noOrdinals;
  const own = ownAt(state, member, seq, read);
  // In a long log of an earlier version nobody counted own rows there: the cursor stays, and moves with the next place.
  if (!own) return reply(answer());
  const cursor = { seq, counts, own };
  const moved = { ...withoutMark(readState, seq), v: readState.v + 1, cursor };
  const told = moved.unreadFrom === readState.unreadFrom ? [] : [flagsEvent(state, moved, turn.now)];
  const userEvents = [...readEvents(state, by.accountId, seq), ...told];
  return { kind: 'read-state', readState: moved, reply: answer, userEvents };
}

/** A reader who moves past the mark has come back to the marked row. */
const withoutMark = (readState: ReadState, seq: number): ReadState =>
  readState.unreadFrom && readState.unreadFrom <= seq ? { ...readState, unreadFrom: 0 } : readState;

/** Never past the newest row that the reader may see; expired ones are gone, but were to be read. */
function seqWanted(state: RoomState, command: MarkRead, member: Member): number {
  const seq = 'messageId' in command ? seqOfMessageId(command.messageId) : command.seq;
  const known = newestInMemory(state, member);
  const [newest] = known ? [known] : rowsBefore(state, command, member, afterAll(state), 1, NEVER_EXPIRED).rows;
  return Math.min(seq, newest?.seq ?? 0);
}

const newestInMemory = (state: RoomState, member: Member): Row | undefined =>
  state.window.findLast((row) => isVisible(state.head as Head, member, row, NEVER_EXPIRED));

const NEVER_EXPIRED = 0;
const afterAll = (state: RoomState): number => (state.head?.seq ?? 0) + 1;

function countsInMemory(state: RoomState, seq: number): Ordinals | undefined {
  return seq === state.head?.seq ? state.head.counts : state.entryAt(seq)?.head.counts;
}

async function readCounts(store: Reader, room: string, seq: number): Promise<CountsAt | null> {
  const doc = await store.get<EntryDoc>('log', logId(room, seq));
  return doc ? { seq, counts: unpackEntry(doc).head.counts } : null;
}
