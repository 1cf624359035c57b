/** The answers of actors about rooms and rows, in domain values. src/protocol/present converts them to wire format. */
import type { AccountId } from '../accounts/account.js';
import type { Photo } from '../accounts/photo.js';
import type { Role, RoomId, RoomKind, RoomSettings } from '../rooms/room.js';
import type { Row } from './message.js';

/** The other account of a direct chat, as one of the two sees it, and the position up to which it has read. */
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
  /** For groups of the panel: the organization, and the type of the group. */
  organization: string | null;
  groupTypeId: string | null;
  memberCount: number;
  founder: AccountId | null;
  /** In a direct chat. */
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
  /** Missing from a node of an earlier version, as `mentionsOnly`. */
  mutedUntil?: number | null;
  mentionsOnly?: boolean;
  /** ms at which it was pinned to the top; 0 = not pinned. */
  pinnedAt: number;
  /** Missing from a node of an earlier version, and without a mark. */
  unreadFrom?: number;
  lastMessage: RowView | null;
  /** ms by which the list is ordered: the last message, or the joining if there was none. */
  orderAt: number;
}

/** A row with the room's slug and its expiry. It is encoded once and shared by all readers. */
export interface RowView {
  row: Row;
  slug: string;
  /** ms of the row's expiry, or null. */
  expiresAt: number | null;
  pinned: boolean;
}
