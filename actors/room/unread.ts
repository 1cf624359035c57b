/** Where a reader stands: what the store must tell for it, the counts, and moving the cursor. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { seqOfMessageId } from '#src/domain/message-id.js';
import type { Cursor, Head, Member, Ordinals } from '#src/domain/room.js';
import { type DeletedRow, noOrdinals, ownCountsAt, ownFlags, takeOff, unreadOf } from '#src/domain/unread.js';
import type { Unread } from '#src/domain/views.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRefused, memberOr } from './access.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { countedAs } from './counting.js';
import { edgeAt, needsEdge } from './expiry.js';
import type { CommandOf, Handled } from './handler.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';
import { rowById } from './row-targets.js';

type MarkRead = CommandOf<'mark_read'>;
const DELETED_PAGE = 5_000;

export function needsUnread(needs: Needs, account: string, now: number): void {
  const { state } = needs;
  const member = needs.member(account);
  const reader = member?.present ? needs.reader(account) : null;
  if (!member || !reader) return;
  needsEdge(needs, now);
  const from = Math.max(reader.cursor.seq, edgeAt(state, now)?.seq ?? 0);
  if (from < state.deletedFloor) needs.once('deleted', (store) => readDeleted(store, state.id, from));
  if (from > reader.cursor.seq && from < member.ownFloor)
    needs.once('ownAfterEdge', (store) => readOwn(store, state.id, account, from, member.ownFloor));
}

/** Deleted rows after `seq`, oldest first. */
export async function readDeleted(store: Reader, room: string, after: number): Promise<DeletedRow[]> {
  const index = { index: 'deleted', prefix: [room], gt: after, limit: DELETED_PAGE };
  const docs = await store.range<EntryDoc>('log', index);
  return docs.map(deletedRow);
}

export function deletedRow(doc: EntryDoc): DeletedRow {
  const row = unpackEntry(doc).row;
  // How it was counted when it was alive: deletion took the content, not the skeleton.
  const alive = row ? countedAs({ ...row, deletedAt: null }) : 'none';
  return { seq: doc.seq, owner: row?.owner ?? null, countedAs: alive, mentionsAll: row?.mentionsAll ?? false };
}

export function unreadFor(state: RoomState, command: object, member: Member): Unread {
  const reader = state.readers.get(member.account);
  if (!reader) return { readSeq: 0, unread: 0, unreadMentions: 0 };
  const cursor = cursorOrEdge(state, command, member, reader.cursor);
  const deleted = cursor.seq >= state.deletedFloor ? state.deleted : deletedBeside(state, command);
  const { unread, mentions } = unreadOf((state.head as Head).counts, member, cursor, deleted);
  return { readSeq: reader.cursor.seq, unread, unreadMentions: mentions };
}

/** What has expired is as good as read: unread begins after the later of the two. */
function cursorOrEdge(state: RoomState, command: object, member: Member, cursor: Cursor): Cursor {
  const edge = edgeAt(state, state.now);
  if (!edge || edge.seq <= cursor.seq) return cursor;
  const known = ownCountsAt(member, edge.seq);
  const between = edge.seq < member.ownFloor ? state.readsFor(command).ownAfterEdge : undefined;
  return { seq: edge.seq, counts: edge.counts, own: between ? less(known, between) : known };
}

/** What was read for this command, and what was deleted since. */
function deletedBeside(state: RoomState, command: object): DeletedRow[] {
  const read = state.readsFor(command).deleted ?? [];
  const known = new Set(read.map(({ seq }) => seq));
  return [...read, ...state.deleted.filter(({ seq }) => !known.has(seq))];
}

export function markReadNeeds(needs: Needs, command: MarkRead, now: number): void {
  const { state } = needs;
  const { accountId } = command.by;
  needsUnread(needs, accountId, now);
  const seq = seqWanted(state, command);
  if ('messageId' in command) needs.row(seq);
  const reader = state.readers.get(accountId);
  const member = state.memberOf(accountId);
  if (!reader || !member || seq <= reader.cursor.seq) return;
  if (!countsInMemory(state, seq)) needs.once('countsAt', (store) => readCounts(store, state.id, seq));
  if (seq < member.ownFloor)
    needs.once('ownBetween', (store) => readOwn(store, state.id, accountId, seq, member.ownFloor));
}

export function markRead(state: RoomState, command: MarkRead): Handled {
  const { by } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if ('messageId' in command && !rowById(state, command.messageId)) return refuse('not_found');
  const reader = state.readers.get(by.accountId);
  if (!reader) return refuse('unavailable', { retryAfterMs: 100 });
  const seq = seqWanted(state, command);
  const answer = () => unreadFor(state, command, member);
  if (seq <= reader.cursor.seq) return reply(answer());
  const counts = countsInMemory(state, seq) ?? state.readsFor(command).countsAt ?? noOrdinals;
  const cursor = { seq, counts, own: ownAt(state, command, member, seq) };
  return { kind: 'reader', reader: { ...reader, v: reader.v + 1, cursor }, reply: answer };
}

/** Never past the newest row. */
function seqWanted(state: RoomState, command: MarkRead): number {
  const seq = 'messageId' in command ? seqOfMessageId(command.messageId) : command.seq;
  return Math.min(seq, state.head?.seq ?? 0);
}

function countsInMemory(state: RoomState, seq: number): Ordinals | undefined {
  return seq === state.head?.seq ? state.head.counts : state.entryAt(seq)?.head.counts;
}

function ownAt(state: RoomState, command: object, member: Member, seq: number): Ordinals {
  const known = ownCountsAt(member, seq);
  const between = state.readsFor(command).ownBetween;
  return seq >= member.ownFloor || !between ? known : less(known, between);
}

const less = (a: Ordinals, b: Ordinals): Ordinals => ({
  all: a.all - b.all,
  admins: a.admins - b.admins,
  mentionsAll: a.mentionsAll - b.mentionsAll,
});

async function readCounts(store: Reader, room: string, seq: number): Promise<Ordinals | null> {
  const doc = await store.get<EntryDoc>('log', logId(room, seq));
  return doc ? unpackEntry(doc).head.counts : null;
}

/** Own rows in (after, upTo] that are remembered only as a number: somebody who wrote much and read little. */
async function readOwn(store: Reader, room: string, account: string, after: number, upTo: number): Promise<Ordinals> {
  let counted: Ordinals = { ...noOrdinals };
  for (let edge = logId(room, after); ; ) {
    const docs = await store.range<EntryDoc>('log', { index: '_id', gt: edge, lte: logId(room, upTo), limit: 1_000 });
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      if (row?.owner === account) counted = addOwn(counted, row.seq, deletedRow(doc));
      edge = doc._id;
    }
    if (docs.length < 1_000) return counted;
  }
}

function addOwn(counted: Ordinals, seq: number, row: DeletedRow): Ordinals {
  if (row.countedAs === 'none') return counted;
  return less(counted, takeOff(noOrdinals, [[seq, ownFlags(row.countedAs, row.mentionsAll)]]));
}
