/** Where a reader stands: what the store must tell for it, the counts, and moving the cursor. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { seqOfMessageId } from '#src/domain/message-id.js';
import type { Head, Member, Ordinals } from '#src/domain/room.js';
import { type DeletedRow, noOrdinals, unreadOf } from '#src/domain/unread.js';
import type { Unread } from '#src/domain/views.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRefused, memberOr } from './access.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { countedAs } from './counting.js';
import { needsExpiry, unexpiredFrom } from './expiry.js';
import type { CommandOf, Handled } from './handler.js';
import { rowById } from './messages.js';
import type { Needs } from './needs.js';
import { needsOwnCounts, ownAt } from './own-counts.js';
import type { RoomState } from './room-state.js';
import { needsRowsBefore, rowsBefore } from './row-pages.js';
import { isVisible } from './row-views.js';

type MarkRead = CommandOf<'mark_read'>;
const DELETED_PAGE = 2_000;

export function needsUnread(needs: Needs, account: string, now: number): void {
  const { state } = needs;
  const member = needs.member(account);
  const reader = member?.present ? needs.reader(account) : null;
  if (!member || !reader) return;
  needsExpiry(needs, member, reader.cursor, now);
  if (reader.cursor.seq >= state.deletedFloor) return;
  needs.once('deleted', (store) => readDeleted(store, state.id, reader.cursor.seq));
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

export function unreadFor(state: RoomState, command: object, member: Member, now: number): Unread {
  const reader = state.readers.get(member.account);
  if (!reader) return { readSeq: 0, unread: 0, unreadMentions: 0 };
  const deleted = reader.cursor.seq >= state.deletedFloor ? state.deleted : deletedBeside(state, command);
  const from = unexpiredFrom(state, command, member, reader.cursor, now);
  const { unread, mentions } = unreadOf((state.head as Head).counts, member, from, deleted);
  return { readSeq: reader.cursor.seq, unread, unreadMentions: mentions };
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
  needsOwnCounts(needs, member, seq, 'ownBetween');
}

export function markRead(state: RoomState, command: MarkRead, { now }: { now: number }): Handled {
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
  const answer = () => unreadFor(state, command, member, now);
  if (seq <= reader.cursor.seq) return reply(answer());
  const counts = countsInMemory(state, seq) ?? state.readsFor(command).countsAt ?? noOrdinals;
  const cursor = { seq, counts, own: ownAt(state, command, member, seq, 'ownBetween') };
  return { kind: 'reader', reader: { ...reader, v: reader.v + 1, cursor }, reply: answer };
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

async function readCounts(store: Reader, room: string, seq: number): Promise<Ordinals | null> {
  const doc = await store.get<EntryDoc>('log', logId(room, seq));
  return doc ? unpackEntry(doc).head.counts : null;
}
