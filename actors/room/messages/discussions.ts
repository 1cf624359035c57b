/** Discussions below a row. Opened by the first reply; closed by the row's author, an admin, or with the permission. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Fact } from '#src/domain/log/log.js';
import type { Discussion, Draft, Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { holds, isAdmin } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { isRowTarget, rowById, rowTargetNeeds, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { authorName, eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible, rowView } from '../model/row-views.js';
import { needsReplies, repliesAfter } from '../reading/reply-pages.js';

const CLOSE_KEY = 'sub_chat.close_subject';
const OPEN_KEY = 'group.can_open_discussion';

type Refused = ReturnType<typeof refuse>;

export const noDiscussion: Readonly<Discussion> = { open: true, count: 0, lastAt: null };

/** Why this reply may not stand below its row. */
export function replyProblem(state: RoomState, member: Member, { discussionOf }: Draft, now: number): Refused | null {
  if (discussionOf === null) return null;
  const head = state.head as Head;
  if (!head.settings.discussionsEnabled) return refuse('not_allowed');
  const root = rowById(state, discussionOf);
  if (!root || !isVisible(head, member, root, now) || !isRootable(root)) {
    return refuse('validation_failed', { fields: { discussion_of: ['is not a message of this room to discuss'] } });
  }
  if (!root.discussion && !holds(head, member, OPEN_KEY)) return refuse('not_allowed');
  const isClosed = root.deletedAt !== null || root.discussion?.open === false;
  return isClosed ? refuse('discussion_closed') : null;
}

const isRootable = (row: Row): boolean => row.kind !== 'event' && row.discussionOf === null;

/** The effect of a reply on its root row. */
export function replied(state: RoomState, { discussionOf }: Pick<Draft, 'discussionOf'>, at: number): Fact[] {
  const root = discussionOf === null ? null : rowById(state, discussionOf);
  if (!root) return [];
  const { open, count } = root.discussion ?? noDiscussion;
  return [
    { type: 'discussion_changed', row: root.seq, id: root.id, discussion: { open, count: count + 1, lastAt: at } },
  ];
}

/** The effect of a deleted reply on its root row. */
export function unreplied(state: RoomState, { discussionOf }: Row): Fact[] {
  const root = discussionOf === null ? null : rowById(state, discussionOf);
  if (!root?.discussion) return [];
  const discussion = { ...root.discussion, count: root.discussion.count - 1 };
  return [{ type: 'discussion_changed', row: root.seq, id: root.id, discussion }];
}

/** A mute does not stand in the way: closing says nothing. */
const mayClose = (head: Head, member: Member, { owner }: Row): boolean =>
  isAdmin(member) || owner === member.account || holds(head, member, CLOSE_KEY);

export function setDiscussion(state: RoomState, command: CommandOf<'set_discussion'>, turn: { now: number }): Handled {
  const { by, open, messageId } = command;
  const target = rowTargetOr(state, by, messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { member, row } = target;
  if (!mayClose(state.head as Head, member, row)) return refuse('not_allowed');
  if (!isRootable(row) || row.deletedAt !== null) return refuse('invalid_state');
  const before = row.discussion ?? noDiscussion;
  const answer = () => ({ message: rowView(state, rowById(state, messageId) as Row) });
  if (before.open === open) return reply(answer());
  const type = open ? 'discussion_reopened' : 'discussion_closed';
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type, row: row.seq, id: row.id, owner: row.owner, discussion: { ...before, open } }],
    row: eventRow(state.head as Head, type, by.accountId, authorName(row), by.username, { message_id: row.id }),
    reply: answer,
  };
}

export function listDiscussionNeeds(needs: Needs, command: CommandOf<'list_discussion'>, now: number): void {
  rowTargetNeeds(needs, command);
  const member = needs.member(command.by.accountId);
  if (member?.present && needs.row(seqOfMessageId(command.messageId))) needsReplies(needs, command, member, now);
}

export function listDiscussion(
  state: RoomState,
  command: CommandOf<'list_discussion'>,
  turn: { now: number },
): Handled {
  const target = rowTargetOr(state, command.by, command.messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { rows, hasMore } = repliesAfter(state, command, target.member, turn.now);
  return reply({ root: rowView(state, target.row), messages: rows.map((row) => rowView(state, row)), hasMore });
}
