/** Where a reader stands: what the store must tell for it, the counts, and moving the cursor. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Row } from '#src/domain/message.js';
import { seqOfMessageId } from '#src/domain/message-id.js';
import type { Cursor, Head, Member, Ordinals, OwnRow } from '#src/domain/room.js';
import { countRow, type DeletedRow, noOrdinals, ownCountsAt, ownFlags, takeOff, unreadOf } from '#src/domain/unread.js';
import type { Unread } from '#src/domain/views.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRefused, memberOr } from './access.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { countedAs } from './counting.js';
import { readNotes } from './dm-access.js';
import { edgeAt, needsEdge } from './expiry.js';
import type { CommandOf, Handled } from './handler.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';
import { needsRowsBefore, rowsBefore } from './row-pages.js';
import { rowById } from './row-targets.js';
import { isVisible } from './row-views.js';

type MarkRead = CommandOf<'mark_read'>;
const DELETED_PAGE = 2_000;

export function needsUnread(needs: Needs, account: string, now: number): void {
  const { state } = needs;
  const member = needs.member(account);
  const reader = member?.present ? needs.reader(account) : null;
  if (!member || !reader) return;
  needsEdge(needs, now);
  const from = Math.max(reader.cursor.seq, edgeAt(state, now)?.seq ?? 0);
  if (from < state.deletedFloor) needs.once('deleted', (store) => readDeleted(store, state.id, from));
  if (from > reader.cursor.seq && from < member.ownFloor && from < state.windowFrom)
    needs.once('ownAfterEdge', (store) => readOwn(store, state.id, account, from, state.windowFrom));
}

/** Deleted rows after `seq`, oldest first. */
async function readDeleted(store: Reader, room: string, after: number): Promise<DeletedRow[]> {
  const rows: DeletedRow[] = [];
  for (let from = after; ; ) {
    const range = { index: 'deleted', prefix: [room], gt: from, limit: DELETED_PAGE };
    const page = (await store.range<EntryDoc>('log', range)).map(deletedRow);
    rows.push(...page);
    if (page.length < DELETED_PAGE) return rows;
    from = page.at(-1)?.seq ?? from;
  }
}

export function deletedRow(doc: EntryDoc): DeletedRow {
  const row = unpackEntry(doc).row;
  const counted = row ? countedAs(row) : 'none';
  return { seq: doc.seq, owner: row?.owner ?? null, countedAs: counted, mentionsAll: row?.mentionsAll ?? false };
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
  const own = ownAt(state, member, edge.seq, state.readsFor(command).ownAfterEdge);
  return { seq: edge.seq, counts: edge.counts, own };
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
  if ('messageId' in command) needs.row(seqOfMessageId(command.messageId));
  const reader = state.readers.get(accountId);
  const member = state.memberOf(accountId);
  if (!reader || !member) return;
  needsRowsBefore(needs, member, afterAll(state), 1, NEVER_EXPIRED);
  const seq = seqWanted(state, command, member);
  if (seq <= reader.cursor.seq) return;
  if (!countsInMemory(state, seq)) needs.once('countsAt', (store) => readCounts(store, state.id, seq));
  if (seq < member.ownFloor && seq < state.windowFrom)
    needs.once('ownBetween', (store) => readOwn(store, state.id, accountId, seq, state.windowFrom));
}

export function markRead(state: RoomState, command: MarkRead): Handled {
  const { by } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const named = 'messageId' in command ? rowById(state, command.messageId) : undefined;
  if (named === null || (named && !isVisible(state.head as Head, member, named, NEVER_EXPIRED))) {
    return refuse('not_found');
  }
  const reader = state.readers.get(by.accountId);
  if (!reader) return refuse('unavailable', { retryAfterMs: 100 });
  const seq = seqWanted(state, command, member);
  const answer = () => unreadFor(state, command, member);
  if (seq <= reader.cursor.seq) return reply(answer());
  const counts = countsInMemory(state, seq) ?? state.readsFor(command).countsAt ?? noOrdinals;
  const cursor = { seq, counts, own: ownAt(state, member, seq, state.readsFor(command).ownBetween) };
  const notes = readNotes(state, by.accountId, seq);
  return { kind: 'reader', reader: { ...reader, v: reader.v + 1, cursor }, reply: answer, notes };
}

/** Never past the newest row that the reader may see; expired ones are gone, but were to be read. */
function seqWanted(state: RoomState, command: MarkRead, member: Member): number {
  const seq = 'messageId' in command ? seqOfMessageId(command.messageId) : command.seq;
  const [newest] = rowsBefore(state, command, member, afterAll(state), 1, NEVER_EXPIRED).rows;
  return Math.min(seq, newest?.seq ?? 0);
}

const NEVER_EXPIRED = 0;
const afterAll = (state: RoomState): number => (state.head?.seq ?? 0) + 1;

function countsInMemory(state: RoomState, seq: number): Ordinals | undefined {
  return seq === state.head?.seq ? state.head.counts : state.entryAt(seq)?.head.counts;
}

/** The reader's own ordinals at that row: all there are, less those behind it, some of which may not be durable yet. */
function ownAt(state: RoomState, member: Member, seq: number, between: Ordinals = noOrdinals): Ordinals {
  if (seq >= member.ownFloor) return ownCountsAt(member, seq);
  const inWindow = state.window.filter((row) => row.owner === member.account && row.seq > seq);
  return less(takeOff(member.ownCounts, inWindow.flatMap(ownRow)), between);
}

const less = (a: Ordinals, b: Ordinals): Ordinals => ({
  all: a.all - b.all,
  admins: a.admins - b.admins,
  mentionsAll: a.mentionsAll - b.mentionsAll,
});

function ownRow(row: Row): OwnRow[] {
  const counted = countedAs(row);
  return counted === 'none' ? [] : [[row.seq, ownFlags(counted, row.mentionsAll)]];
}

async function readCounts(store: Reader, room: string, seq: number): Promise<Ordinals | null> {
  const doc = await store.get<EntryDoc>('log', logId(room, seq));
  return doc ? unpackEntry(doc).head.counts : null;
}

/** Own rows in (after, upTo] that have left memory: somebody who wrote much and read little. */
async function readOwn(store: Reader, room: string, account: string, after: number, upTo: number): Promise<Ordinals> {
  let counted: Ordinals = { ...noOrdinals };
  for (let edge = logId(room, after); ; ) {
    const docs = await store.range<EntryDoc>('log', { index: '_id', gt: edge, lte: logId(room, upTo), limit: 1_000 });
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      if (row?.owner === account) counted = addOwn(counted, row);
      edge = doc._id;
    }
    if (docs.length < 1_000) return counted;
  }
}

const addOwn = (counted: Ordinals, row: Row): Ordinals => countRow(counted, countedAs(row), row.mentionsAll);
