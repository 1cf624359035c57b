/** Every socket event: its payload, from domain values. The names are wire names. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LeaveReason } from '#src/domain/log/log.js';
import type { Discussion } from '#src/domain/messages/message.js';
import type { RoomView, RowView } from '#src/domain/messages/views.js';
import type { NotificationView } from '#src/domain/rooms/notification-level.js';
import type { Role } from '#src/domain/rooms/room.js';
import { messageOf, type Refusal } from '#src/errors.js';
import type { FileLinks } from '../present/file-links.js';
import type { WireMember } from '../present/member.js';
import { presentLastMessage } from '../present/message.js';
import type { WireAvatar } from '../present/photo.js';
import { presentRoom } from '../present/room.js';
import type { SocketLimits } from './socket-limits.js';

export type RoomEventName =
  | 'message:new'
  | 'message:edited'
  | 'message:deleted'
  | 'message:reactions'
  | 'message:pins'
  | 'message:discussion'
  | 'survey:votes'
  | 'message:expired'
  | 'member:joined'
  | 'member:left'
  | 'member:updated'
  | 'member:tagged'
  | 'room:updated'
  | 'room:request'
  | 'room:deleted'
  | 'room:hidden'
  | 'message:read';

export type EventName =
  | RoomEventName
  | 'ready'
  | 'typing'
  | 'room:new'
  | 'room:gone'
  | 'room:activity'
  | 'room:flags'
  | 'account:avatar'
  | 'presence'
  | 'permissions:changed'
  | 'stars:changed'
  | 'session:expiring'
  | 'session:closed'
  | 'server:draining'
  | 'operation:error';

export type CloseReason =
  | 'token_expired'
  | 'session_closed'
  | 'account_deleted'
  | 'account_suspended'
  | 'slow_consumer'
  | 'draining';

/** The fields that every event of a room carries besides its own. */
export interface Place {
  room: string;
  seq: number;
  prev_seq: number;
}

export const messageDeleted = (messageId: string, rowSeq: number, deletedAt: number) => ({
  message_id: messageId,
  row_seq: rowSeq,
  deleted_at: deletedAt,
});

export const messageExpired = (messageIds: string[]) => ({ message_ids: messageIds });

export const messageReactions = (messageId: string, reactions: Record<string, number>) => ({
  message_id: messageId,
  reactions,
});

export const messagePins = (pins: string[]) => ({ pins });

export const messageDiscussion = (messageId: string, { open, count, lastAt }: Discussion) => ({
  message_id: messageId,
  open,
  count,
  last_at: lastAt,
});

export const surveyVotes = (messageId: string, votes: number[]) => ({ message_id: messageId, votes });

export const memberJoined = (member: WireMember, memberCount: number) => ({ member, member_count: memberCount });

export const memberLeft = (accountId: AccountId, username: string, reason: LeaveReason, memberCount: number) => ({
  account_id: accountId,
  username,
  reason,
  member_count: memberCount,
});

export const memberTagged = (accountId: AccountId, tag: string | null) => ({ account_id: accountId, tag });

export const roomRequest = (accountId: AccountId, username: string, requestedAt: number) => ({
  request: { account_id: accountId, username, avatar: null, requested_at: new Date(requestedAt).toISOString() },
});

export const starsChanged = (balance: number) => ({ balance });

/** It is no entry of the room. `seq` and `prev_seq` are those of the newest entry, so that clients see no gap. */
export const messageRead = (place: Place, accountId: AccountId, readSeq: number) => ({
  ...place,
  account_id: accountId,
  read_seq: readSeq,
});

/** The node that greets: its name, the epoch of its store, its clock. */
export interface Greeting {
  node: string;
  epoch: string;
  now: number;
}

export const ready = (
  accountId: AccountId,
  sessionId: string,
  { node, epoch, now }: Greeting,
  limits: SocketLimits,
) => ({
  account_id: accountId,
  session_id: sessionId,
  node,
  epoch,
  server_time: now,
  limits,
});

export const typing = (room: string, accountId: AccountId, username: string, on: boolean) => ({
  room,
  account_id: accountId,
  username,
  on,
});

export const roomNew = (room: RoomView, links: FileLinks) => ({ room: presentRoom(room, links) });
export const roomGone = (slug: string, reason: LeaveReason) => ({ room: slug, reason });

interface RoomFlags extends Partial<NotificationView> {
  slug: string;
  archived: boolean;
  muted: boolean;
  pinned: boolean;
  unreadFrom?: number;
}

export const roomFlags = ({ slug, archived, muted, mutedUntil, mentionsOnly, pinned, unreadFrom }: RoomFlags) => ({
  room: slug,
  archived,
  muted,
  muted_until: mutedUntil ?? null,
  mentions_only: mentionsOnly ?? false,
  pinned_to_top: pinned,
  unread_from: unreadFrom || null,
});

export const accountAvatar = (accountId: AccountId, avatar: WireAvatar | null) => ({ account_id: accountId, avatar });

/** `lastSeen`: null while the account is online. */
export const presence = (accountId: AccountId, lastSeen: number | null) => ({
  account_id: accountId,
  online: lastSeen === null,
  last_seen: lastSeen,
});

export const permissionsChanged = (slug: string, role: Role, permissions: string[]) => ({
  room: slug,
  my_role: role,
  my_permissions: permissions,
});

export const roomActivity = (
  slug: string,
  seq: number,
  lastMessage: RowView | null,
  mention: boolean,
  links: FileLinks,
) => ({
  room: slug,
  seq,
  last_message: lastMessage && presentLastMessage(lastMessage, links),
  mention,
});

export const sessionExpiring = (expiresAt: number, now: number) => ({
  expires_at: expiresAt,
  expires_in: Math.max(0, Math.ceil((expiresAt - now) / 1_000)),
});

export const sessionClosed = (reason: CloseReason) => ({ reason });
export const serverDraining = (retryAfterMs: number) => ({ retry_after_ms: retryAfterMs });

/** The delay after a retryable refusal without a delay of its own. */
const RETRY_AFTER_MS = 1_000;

/** The error of an ack. */
export function presentRefusal(refusal: Refusal) {
  const { code, fields, until, reason } = refusal;
  const isRetryable = code === 'overloaded' || code === 'unavailable' || code === 'rate_limited';
  const retryAfterMs = refusal.retryAfterMs ?? (isRetryable ? RETRY_AFTER_MS : undefined);
  return {
    code,
    message: messageOf(refusal),
    ...(fields === undefined ? {} : { fields }),
    ...(until === undefined ? {} : { until }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
  };
}
