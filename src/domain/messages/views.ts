/** What actors answer about rooms and rows, in domain values; src/protocol/present makes them wire. */
import type { AccountId } from '../accounts/account.js';
import type { Photo } from '../accounts/photo.js';
import type { Role, RoomId, RoomKind, RoomSettings } from '../rooms/room.js';
import type { Row } from './message.js';

/** The other one of a DM, as one of the two sees them: who they are, and up to where they have read. */
export interface PeerView {
  accountId: AccountId;
  readSeq: number;
}

/** The room as one caller sees it. */
export interface RoomView {
  id: RoomId;
  slug: string;
  kind: RoomKind;
  settings: RoomSettings;
  memberDenied: string[];
  createdAt: number;
  /** Groups of the panel: in whose name, and what kind of group. */
  organization: string | null;
  groupTypeId: string | null;
  memberCount: number;
  founder: AccountId | null;
  /** In a DM. */
  peer: PeerView | null;
  avatar: Photo | null;
  pins: string[];
  pinned: RowView | null;
  isMember: boolean;
  myRole: Role | null;
  myPermissions: string[];
}

export interface Unread {
  readSeq: number;
  unread: number;
  unreadMentions: number;
}

export interface ListRow extends Unread {
  room: RoomView;
  joinedAt: number;
  archived: boolean;
  muted: boolean;
  /** ms when pinned to the top, 0 = not. */
  pinnedAt: number;
  lastMessage: RowView | null;
  /** ms by which the list is ordered: last conversation, or joining when there was none. */
  orderAt: number;
}

/** A row on its way out, with the room's slug and whether its room is TTL-bound. Encoded once, shared by readers. */
export interface RowView {
  row: Row;
  slug: string;
  /** ms at which message_ttl_hours removes it, or null. */
  expiresAt: number | null;
  pinned: boolean;
}
