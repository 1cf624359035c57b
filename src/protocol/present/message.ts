import { LAST_MESSAGE_CHARS } from '#src/domain/limits.js';
import type { Sender } from '#src/domain/message.js';
import { firstCharacters } from '#src/domain/text.js';
import type { RowView } from '#src/domain/views.js';

export interface WireSender {
  account_id: string | null;
  username: string;
  role: string;
  tag: string | null;
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
  event: { type: string; username: string | null; actor: string | null; data: Record<string, unknown> } | null;
  edited_at: number | null;
  deleted_at: number | null;
  expires_at: number | null;
  expired: boolean;
  ttl_left: number | null;
  inserted_at: number;
}

/**
 * A row for its readers, the same for all of them. One literal in one order: this runs once for every message sent,
 * and objects of one shape are encoded fastest.
 */
export function presentMessage({ row, slug, expiresAt, pinned }: RowView): WireMessage {
  return {
    id: row.id,
    room: slug,
    seq: row.seq,
    rev: row.rev,
    kind: row.kind,
    client_id: row.clientId,
    sender: row.sender && presentSender(row.sender),
    body: row.body,
    attachment: row.attachment,
    article: null,
    view_once: false,
    opened: false,
    reply_to: row.replyTo,
    discussion_of: row.discussionOf,
    discussion: null,
    forwarded_from: null,
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
    expired: false,
    ttl_left: null,
    inserted_at: row.at,
  };
}

/** The message as a line of a list: the first characters are enough there. */
export function presentLastMessage(view: RowView): WireMessage {
  const message = presentMessage(view);
  message.body = firstCharacters(message.body, LAST_MESSAGE_CHARS);
  return message;
}

function presentSender(sender: Sender): WireSender {
  return { account_id: sender.accountId, username: sender.username, role: sender.role, tag: sender.tag };
}

const NOBODY: string[] = [];

function mentionedNames({ mentions, mentionsAll }: RowView['row']): string[] {
  if (mentions.length === 0 && !mentionsAll) return NOBODY;
  const names = mentions.map((mention) => mention.username);
  return mentionsAll ? ['all', ...names] : names;
}
