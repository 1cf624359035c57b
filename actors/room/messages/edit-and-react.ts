/** Changes of a message: edit, react. Each is an entry about an older row. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { EDIT_WINDOW_MS, REACTION_KINDS_MAX, type Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { keysToSend, keyToReact } from '#src/domain/messages/message-kinds.js';
import { namesIn } from '#src/domain/messages/message-text.js';
import { holds, isMuted } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { ErrorCode } from '#src/errors.js';
import { isRowTarget, rowById, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { reactionKey } from '../log/apply-rows.js';
import { reportOf } from '../log/project-sharing.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { rowView } from '../model/row-views.js';
import { lengthProblem } from './draft-checks.js';
import { contentOf, needsMentioned } from './send-message.js';

export function editMessageNeeds(needs: Needs, { by, messageId, body }: CommandOf<'edit_message'>): void {
  needs.member(by.accountId);
  needs.row(seqOfMessageId(messageId));
  needsMentioned(needs, body);
}

export function editMessage(state: RoomState, command: CommandOf<'edit_message'>, turn: { now: number }): Handled {
  const { by, messageId, body, ifRev } = command;
  const target = rowTargetOr(state, by, messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { member, row } = target;
  const code = editRefusal(state, member, row, turn.now) ?? linkRefusal(state.head as Head, member, row, body);
  if (code) return refuse(code, code === 'muted' ? { until: member.mutedUntil as number } : {});
  if (ifRev !== undefined && ifRev !== row.rev) return refuse('invalid_state');
  if (body === '') return refuse('validation_failed', { fields: { body: ['must not be empty'] } });
  const tooLong = lengthProblem(state.sizes.message, body);
  if (tooLong) return tooLong;
  const content = { ...contentOf(state, command, { body, names: namesIn(body) }, by), attachment: row.attachment };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'message_edited', row: row.seq, id: row.id, content, edits: row.edits }],
    reply: () => ({ message: rowView(state, rowById(state, messageId) as Row) }),
  };
}

function editRefusal(state: RoomState, member: Member, row: Row, now: number): ErrorCode | null {
  if (row.owner !== member.account || row.kind === 'event') return 'not_author';
  // A member who forwards a message is not its author: an edit would put words into the author's mouth.
  if (row.forwardedFrom !== undefined) return 'not_author';
  if (row.kind !== 'text' || row.deletedAt !== null) return 'invalid_state';
  if (isMuted(member, now)) return 'muted';
  if (!holds(state.head as Head, member, 'edit_message')) return 'not_allowed';
  return now - row.at > EDIT_WINDOW_MS ? 'edit_window_closed' : null;
}

/** An edit must pass the same checks as a new message. */
function linkRefusal(head: Head, member: Member, { kind, discussionOf }: Row, body: string): ErrorCode | null {
  const keys = keysToSend(kind, body, null, discussionOf !== null).filter((key) => key.endsWith('.links'));
  return keys.every((key) => holds(head, member, key)) ? null : 'not_allowed';
}

export function reactNeeds(needs: Needs, { by, messageId }: CommandOf<'react'>): void {
  const seq = seqOfMessageId(messageId);
  needs.member(by.accountId);
  if (needs.row(seq)) needs.reactions(reactionKey(needs.state.id, seq, by.accountId));
}

export function react(state: RoomState, command: CommandOf<'react'>, turn: { now: number }): Handled {
  const { by, messageId, emoji, on } = command;
  const target = rowTargetOr(state, by, messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { member, row } = target;
  if (isMuted(member, turn.now)) return refuse('muted', { until: member.mutedUntil as number });
  if (!holds(state.head as Head, member, keyToReact(row.discussionOf !== null))) return refuse('not_allowed');
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
      {
        type: 'reaction_changed',
        row: row.seq,
        id: row.id,
        account: by.accountId as AccountId,
        emoji,
        on,
        reactions,
        ...reportOf(row),
      },
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
