/** The replies below an article, for readers who found it in the dictionary. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { exists } from '../access/access.js';
import { peerView } from '../access/dm-access.js';
import { rowById } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible, rowView } from '../model/row-views.js';
import { needsRepliesSeen, repliesSeen } from '../reading/reply-pages.js';

type ListReplies = CommandOf<'list_article_replies'>;

export function listArticleRepliesNeeds(needs: Needs, command: ListReplies, now: number): void {
  const { state } = needs;
  if (!exists(state)) return;
  const member = needs.member(command.reader);
  const root = needs.row(seqOfMessageId(command.messageId));
  if (member === undefined || !root) return;
  needsRepliesSeen(needs, pageOf(command), 0, seenBy(state.head, member?.present ? member : null, now));
}

export function listArticleReplies(state: RoomState, command: ListReplies, { now }: { now: number }): Handled {
  if (!exists(state)) return refuse('not_found');
  const { head } = state;
  const root = rowById(state, command.messageId);
  if (!isPublished(head, root, now)) return refuse('not_found');
  const member = state.memberOf(command.reader);
  if (!member && !isOpen(head)) return refuse(head.kind === 'dm' ? 'room_not_found' : 'not_member');
  const { rows } = repliesSeen(state, command, pageOf(command), seenBy(head, member, now));
  const { slug, settings } = head;
  return reply({
    room: { slug, name: settings.name, visibility: settings.visibility },
    peer: peerView(state, command.reader),
    isMember: member !== null,
    root: rowView(state, root),
    messages: rows.map((row) => rowView(state, row)),
  });
}

const isOpen = ({ kind, settings }: Head): boolean => kind === 'group' && settings.visibility === 'open';

function isPublished(head: Head, row: Row | null, now: number): row is Row {
  return row !== null && row.entryId !== undefined && row.deletedAt === null && !isGone(head, row, now);
}

/** In an open group everybody sees the rows that every member sees; elsewhere each member sees their own. */
const seenBy = (head: Head, member: Member | null, now: number): ((row: Row) => boolean) =>
  member && !isOpen(head)
    ? (row) => isVisible(head, member, row, now)
    : (row) => row.audience === 'all' && !isGone(head, row, now);

const pageOf = ({ messageId, limit }: ListReplies) => ({ messageId, limit, afterSeq: 0 });
