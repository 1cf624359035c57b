/** Changing what was said: edit, delete, react. Each is an entry about an older row. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/account.js';
import { BODY_BYTES_MAX, EDIT_WINDOW_MS, REACTION_KINDS_MAX, type Row } from '#src/domain/message.js';
import { seqOfMessageId } from '#src/domain/message-id.js';
import { holds, isMuted } from '#src/domain/permissions.js';
import type { Head, Member } from '#src/domain/room.js';
import type { ErrorCode } from '#src/errors.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { isRefused, memberOr } from './access.js';
import { reactionKey } from './apply.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { countedAs, isConversation } from './counting.js';
import type { CommandOf, Handled } from './handler.js';
import { contentOf, needsMentioned, rowById, utf8Length } from './messages.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';
import { isVisible, rowView } from './row-views.js';

type Target = { member: Member; row: Row };

/** The caller and the row spoken of, when the caller may see it. */
function targetOr(state: RoomState, by: Caller, messageId: string, now: number): Target | Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const row = rowById(state, messageId);
  return row && isVisible(state.head as Head, member, row, now) ? { member, row } : refuse('not_found');
}

const isTarget = (value: Target | Handled): value is Target => 'row' in value && 'member' in value;

export function editMessageNeeds(needs: Needs, { by, messageId, body }: CommandOf<'edit_message'>): void {
  needs.member(by.accountId);
  needs.row(seqOfMessageId(messageId));
  needsMentioned(needs, body);
}

export function editMessage(state: RoomState, command: CommandOf<'edit_message'>, turn: { now: number }): Handled {
  const { by, messageId, body, ifRev } = command;
  const target = targetOr(state, by, messageId, turn.now);
  if (!isTarget(target)) return target;
  const { member, row } = target;
  const code = editRefusal(state, member, row, turn.now);
  if (code) return refuse(code, code === 'muted' ? { until: member.mutedUntil as number } : {});
  if (ifRev !== undefined && ifRev !== row.rev) return refuse('invalid_state');
  if (body === '') return refuse('validation_failed', { fields: { body: ['must not be empty'] } });
  if (utf8Length(body) > BODY_BYTES_MAX) return refuse('message_too_long');
  const content = { ...contentOf(state, command, body, by), attachment: row.attachment };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'message_edited', row: row.seq, id: row.id, content, edits: row.edits }],
    reply: () => ({ message: rowView(state, rowById(state, messageId) as Row) }),
  };
}

function editRefusal(state: RoomState, member: Member, row: Row, now: number): ErrorCode | null {
  if (row.owner !== member.account || row.kind === 'event') return 'not_author';
  if (row.kind !== 'text' || row.deletedAt !== null) return 'invalid_state';
  if (isMuted(member, now)) return 'muted';
  if (!holds(state.head as Head, member, 'edit_message')) return 'not_allowed';
  return now - row.at > EDIT_WINDOW_MS ? 'edit_window_closed' : null;
}

export function deleteMessageNeeds(needs: Needs, { by, messageId }: CommandOf<'delete_message'>): void {
  const { state } = needs;
  const seq = seqOfMessageId(messageId);
  needs.member(by.accountId);
  const row = needs.row(seq);
  if (!row || row.id !== messageId || row.deletedAt !== null) return;
  for (const account of row.mentioned) needs.member(account);
  if (state.head?.lastMessageSeq !== seq || newestBefore(state, seq)) return;
  const readBefore = (from: number) => (reader: Reader) => findConversationBefore(reader, state, from);
  const read = needs.once('previousMessage', readBefore(Math.min(seq, state.windowFrom + 1)));
  // The store may not know yet that it was deleted, too.
  if (read && !isConversation(state.rowAt(read.seq) ?? read)) needs.again('previousMessage', readBefore(read.seq));
}

export function deleteMessage(state: RoomState, command: CommandOf<'delete_message'>, turn: { now: number }): Handled {
  const { by, messageId } = command;
  const target = targetOr(state, by, messageId, turn.now);
  if (!isTarget(target)) return target;
  const { member, row } = target;
  const code = deleteRefusal(state, member, row);
  if (code) return refuse(code);
  if (row.deletedAt !== null) return reply({ message: rowView(state, row) });
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [
      {
        type: 'message_deleted',
        row: row.seq,
        id: row.id,
        owner: row.owner,
        countedAs: countedAs(row),
        mentionsAll: row.mentionsAll,
        mentions: row.mentioned,
        edits: row.edits,
      },
    ],
    ...lastMessageWithout(state, command, row),
    reply: () => ({ message: rowView(state, rowById(state, messageId) as Row) }),
  };
}

function deleteRefusal(state: RoomState, member: Member, row: Row): ErrorCode | null {
  const head = state.head as Head;
  if (row.kind === 'event') return 'not_allowed';
  const own = row.owner === member.account;
  if (own && holds(head, member, 'delete_message')) return null;
  return holds(head, member, 'group.can_remove_message') ? null : own ? 'not_allowed' : 'not_author';
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

export function reactNeeds(needs: Needs, { by, messageId }: CommandOf<'react'>): void {
  const seq = seqOfMessageId(messageId);
  needs.member(by.accountId);
  if (needs.row(seq)) needs.reactions(reactionKey(needs.state.id, seq, by.accountId));
}

export function react(state: RoomState, command: CommandOf<'react'>, turn: { now: number }): Handled {
  const { by, messageId, emoji, on } = command;
  const target = targetOr(state, by, messageId, turn.now);
  if (!isTarget(target)) return target;
  const { member, row } = target;
  if (isMuted(member, turn.now)) return refuse('muted', { until: member.mutedUntil as number });
  if (!holds(state.head as Head, member, 'send_message.reactions')) return refuse('not_allowed');
  if (row.deletedAt !== null || row.kind === 'event') return refuse('invalid_state');
  const mine = state.reactions.get(reactionKey(state.id, row.seq, by.accountId))?.emojis ?? [];
  if (mine.includes(emoji) === on) return reply({ reactions: row.reactions });
  const reactions = counted(row.reactions, emoji, on);
  if (Object.keys(reactions).length > REACTION_KINDS_MAX) {
    return refuse('validation_failed', {
      fields: { emoji: [`there are ${REACTION_KINDS_MAX} kinds on this message already`] },
    });
  }
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [
      { type: 'reaction_changed', row: row.seq, id: row.id, account: by.accountId as AccountId, emoji, on, reactions },
    ],
    reply: () => ({ reactions }),
  };
}

/** A client names the emoji: an object without a prototype keeps `__proto__` an ordinary key. */
function counted(reactions: Record<string, number>, emoji: string, on: boolean): Record<string, number> {
  const next: Record<string, number> = Object.assign(Object.create(null), reactions);
  const count = (next[emoji] ?? 0) + (on ? 1 : -1);
  if (count > 0) next[emoji] = count;
  else delete next[emoji];
  return next;
}
