import { LAST_MESSAGE_CHARS } from '#src/domain/limits.js';
import { isMedia } from '#src/domain/messages/media.js';
import type { Discussion, RoomEvent, Row, Sender } from '#src/domain/messages/message.js';
import type { Survey } from '#src/domain/messages/message-kinds.js';
import type { RowView } from '#src/domain/messages/views.js';
import { firstCharacters } from '#src/domain/text/text.js';
import type { FileLinks } from './file-links.js';
import { presentArticle, presentDocument, presentMedia, secondsLeft } from './files.js';

export interface WireSender {
  account_id: string | null;
  username: string;
  role: string;
  tag: string | null;
  is_bot?: true;
}

export interface WireMessage {
  id: string;
  room: string;
  seq: number;
  rev: number;
  kind: string;
  client_id: string | null;
  sender: WireSender | null;
  body: string;
  attachment: Record<string, unknown> | null;
  article: Record<string, unknown> | null;
  view_once: boolean;
  opened: boolean;
  reply_to: string | null;
  discussion_of: string | null;
  discussion: { open: boolean; count: number; last_at: number | null } | null;
  forwarded_from: { message_id: string; room: string } | null;
  reactions: Record<string, number>;
  mentions: string[];
  hashtags: string[];
  pinned: boolean;
  audience: 'all' | 'admins';
  event: RoomEvent | null;
  edited_at: number | null;
  deleted_at: number | null;
  expires_at: number | null;
  expired: boolean;
  ttl_left: number | null;
  inserted_at: number;
}

/**
 * A row in wire format, the same for all readers. It is one object literal with a fixed order of keys: this code runs
 * for every message, and objects of one shape are encoded fastest.
 */
export function presentMessage({ row, slug, expiresAt, pinned }: RowView, links: FileLinks): WireMessage {
  const left = row.kind === 'document' && row.attachment !== null ? secondsLeft(row, links.now()) : null;
  return {
    id: row.id,
    room: slug,
    seq: row.seq,
    rev: row.rev,
    kind: row.kind,
    client_id: row.clientId,
    sender: row.sender && presentSender(row.sender),
    body: row.body,
    attachment: row.attachment === null || row.kind === 'article' ? null : presentAttachment(row, links),
    article: row.attachment === null || row.kind !== 'article' ? null : presentArticle(row, links),
    view_once: row.viewOnce === true,
    opened: row.openings !== undefined,
    reply_to: row.replyTo,
    discussion_of: row.discussionOf,
    discussion: row.discussion === undefined ? null : presentDiscussion(row.discussion),
    forwarded_from: row.forwardedFrom === undefined ? null : presentOrigin(row),
    reactions: row.reactions,
    mentions: mentionedNames(row),
    hashtags: row.hashtags,
    pinned,
    audience: row.audience === 'all' ? 'all' : 'admins',
    event: row.event && {
      type: row.event.type,
      username: row.event.username,
      actor: row.event.actor,
      data: row.event.data,
    },
    edited_at: row.editedAt,
    deleted_at: row.deletedAt,
    expires_at: expiresAt,
    expired: row.expired === true || left === 0 || isFileGone(row),
    ttl_left: left,
    inserted_at: row.at,
  };
}

const presentDiscussion = ({ open, count, lastAt }: Discussion) => ({ open, count, last_at: lastAt });

/** The original of a closed room is not shown, and that of a deleted row is neither. */
function presentOrigin({ forwardedFrom, deletedAt }: Row): WireMessage['forwarded_from'] {
  if (!forwardedFrom?.isShown || deletedAt !== null) return null;
  return { message_id: forwardedFrom.messageId, room: forwardedFrom.room };
}

/** Files get links, a survey its votes. */
function presentAttachment(row: Row, links: FileLinks): WireMessage['attachment'] {
  const { kind, attachment, votes } = row;
  if (kind === 'document') return presentDocument(row, links);
  if (isMedia(kind)) return presentMedia(row, links);
  if (kind !== 'survey') return attachment;
  const { options } = attachment as unknown as Survey;
  return { ...attachment, votes: votes ?? options.map(() => 0) };
}

const isFileGone = ({ attachment, goneFiles }: Row): boolean => goneFiles?.includes(attachment?.key as string) === true;

/** A message in a list of rooms: the text is cut. */
export function presentLastMessage(view: RowView, links: FileLinks): WireMessage {
  const message = presentMessage(view, links);
  message.body = firstCharacters(message.body, LAST_MESSAGE_CHARS);
  return message;
}

function presentSender(sender: Sender): WireSender {
  const { accountId, username, role, tag, isBot } = sender;
  // People, who are nearly all, have objects of one shape.
  if (isBot) return { account_id: accountId, username, role, tag, is_bot: true };
  return { account_id: accountId, username, role, tag };
}

const NOBODY: string[] = [];

function mentionedNames({ mentions, mentionsAll, deletedAt }: RowView['row']): string[] {
  // A deleted row keeps that it mentioned all, for the counts.
  if (deletedAt !== null || (mentions.length === 0 && !mentionsAll)) return NOBODY;
  const names = mentions.map((mention) => mention.username);
  return mentionsAll ? ['all', ...names] : names;
}
