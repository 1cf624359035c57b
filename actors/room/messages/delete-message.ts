/** Deleting a message: the row stays, without content; the same entry corrects everything that depended on it. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Fact } from '#src/domain/log/log.js';
import { filesOf } from '#src/domain/messages/media.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { holds } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { ErrorCode } from '#src/errors.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRowTarget, rowById, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { reportOf } from '../log/project-sharing.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { authorName, eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { Plan } from '../model/plan.js';
import type { RoomState } from '../model/room-state.js';
import { countedAs, isConversation } from '../model/row-counting.js';
import { rowView } from '../model/row-views.js';
import { unreplied } from './discussions.js';
import { unpinned } from './pins.js';

export function deleteMessageNeeds(needs: Needs, { by, messageId }: CommandOf<'delete_message'>): void {
  needs.member(by.accountId);
  deletionNeeds(needs, messageId);
}

export function deletionNeeds(needs: Needs, messageId: string): void {
  const { state } = needs;
  const seq = seqOfMessageId(messageId);
  const row = needs.row(seq);
  if (!row || row.id !== messageId || row.deletedAt !== null) return;
  for (const account of row.mentioned) needs.member(account);
  if (row.discussionOf !== null) needs.row(seqOfMessageId(row.discussionOf));
  if (state.head?.lastMessageSeq !== seq || newestBefore(state, seq)) return;
  const readBefore = (from: number) => (reader: Reader) => findConversationBefore(reader, state, from);
  const read = needs.once('previousMessage', readBefore(Math.min(seq, state.windowFrom + 1)));
  if (!read) return;
  // The store may not know yet that it was deleted, too.
  if (!isConversation(state.rowAt(read.seq) ?? read)) needs.again('previousMessage', readBefore(read.seq));
  // Lists are told of it.
  else needs.row(read.seq);
}

export function deleteMessage(state: RoomState, command: CommandOf<'delete_message'>, turn: { now: number }): Handled {
  const { by, messageId } = command;
  const target = rowTargetOr(state, by, messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { member, row } = target;
  const code = deleteRefusal(state, member, row);
  if (code) return refuse(code);
  if (row.deletedAt !== null) return reply({ message: rowView(state, row) });
  return deletionPlan(state, command, row, by);
}

/** `by` is null for an operator of the service. */
export function deletionPlan(state: RoomState, command: object, row: Row, by: Caller | null): Plan {
  const author = authorName(row);
  const account = by?.accountId ?? null;
  const data = { message_id: row.id };
  // Everybody may know that it was not the author who took it back.
  const event =
    row.owner === account
      ? {}
      : { row: eventRow(state.head as Head, 'message_deleted', account, author, by?.username ?? null, data) };
  return {
    kind: 'commit',
    by: account,
    facts: [deletion(row), ...unpinned(state, row), ...unreplied(state, row)],
    ...lastMessageWithout(state, command, row),
    ...event,
    reply: () => ({ message: rowView(state, rowById(state, row.id) as Row) }),
  };
}

function deletion(row: Row): Fact {
  const files = filesOf(row).map(({ key }) => key);
  return {
    type: 'message_deleted',
    row: row.seq,
    id: row.id,
    owner: row.owner,
    countedAs: countedAs(row),
    mentionsAll: row.mentionsAll,
    mentions: row.mentioned,
    edits: row.edits,
    ...(files.length > 0 ? { files } : {}),
    ...reportOf(row),
  };
}

function deleteRefusal(state: RoomState, member: Member, row: Row): ErrorCode | null {
  const head = state.head as Head;
  if (row.kind === 'event') return 'not_allowed';
  if (row.owner === member.account && holds(head, member, 'delete_message')) return null;
  return holds(head, member, 'group.can_remove_message') ? null : 'not_allowed';
}

/** Taking the newest conversation row away, the one before it becomes the last. */
function lastMessageWithout(
  state: RoomState,
  command: object,
  row: Row,
): { lastMessage?: { seq: number; at: number } } {
  if (state.head?.lastMessageSeq !== row.seq) return {};
  const before = newestBefore(state, row.seq) ?? state.readsFor(command).previousMessage ?? null;
  return { lastMessage: before ? { seq: before.seq, at: before.at } : { seq: 0, at: 0 } };
}

function newestBefore(state: RoomState, seq: number): Row | undefined {
  return state.window.findLast((row) => row.seq < seq && isConversation(row));
}

async function findConversationBefore(reader: Reader, state: RoomState, from: number): Promise<Row | null> {
  for (let edge = logId(state.id, from); ; ) {
    const docs = await reader.range<EntryDoc>('log', {
      index: '_id',
      gt: logId(state.id, 0),
      lt: edge,
      desc: true,
      limit: 100,
    });
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      if (row && isConversation(row)) return row;
      edge = doc._id;
    }
    if (docs.length < 100) return null;
  }
}
