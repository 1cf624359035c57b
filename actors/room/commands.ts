/**
 * The commands of a room and their answers: the only file of this folder that http and jobs import. `by` is the caller,
 * from the session. Values are the domain's; src/protocol/present converts them for the wire.
 */
import type { ActorClient, Streams } from '#actors/runtime/client.js';
import type { AccountId, Caller, Language } from '#src/domain/accounts/account.js';
import type { Photo } from '#src/domain/accounts/photo.js';
import type { Fact, LeaveReason } from '#src/domain/log/log.js';
import type { Draft } from '#src/domain/messages/message.js';
import type { ListRow, RoomView, RowView, Unread } from '#src/domain/messages/views.js';
import type { NotificationView } from '#src/domain/rooms/notification-level.js';
import type { Member, PanelGroup, Role, RoomId, RoomSettings } from '#src/domain/rooms/room.js';
import type { AnonymizeCommand, AnonymizeReplies } from './commands/anonymize-commands.js';
import type { DmCommand, DmReplies, ReadEvent } from './commands/dm-commands.js';
import type { FileCommand, FileReplies } from './commands/file-commands.js';
import type { ImportCommand, ImportReplies } from './commands/import-commands.js';
import type { OperatorRoomCommand, OperatorRoomReplies } from './commands/operator-commands.js';
import type { PeopleCommand, PeopleReplies } from './commands/people-commands.js';
import type { PushCommand, PushReplies } from './commands/push-commands.js';
import type { RestoreCommand, RestoreReplies } from './commands/restore-commands.js';
import type { SearchCommand, SearchReplies } from './commands/search-commands.js';
import type { ShareCommand, ShareReplies } from './commands/sharing-commands.js';
import type { TalkAnnouncement, TalkCommand, TalkReplies } from './commands/talk-commands.js';

export type RoomCommand =
  | DmCommand
  | AnonymizeCommand
  | SearchCommand
  | PeopleCommand
  | OperatorRoomCommand
  | PushCommand
  | TalkCommand
  | FileCommand
  | ShareCommand
  | ImportCommand
  | RestoreCommand
  /** Anybody with a username. The id is the caller's to make (a fresh one); a taken slug is refused with fields. */
  | { type: 'create_room'; by: Caller; slug: string; settings: RoomSettings; panel?: PanelGroup }
  /** Anybody with a username, member or not. */
  | { type: 'view_room'; by: Caller }
  /** The caller's row in the list of rooms; null when not a member. */
  | { type: 'view_list_row'; by: Caller }
  | { type: 'join_room'; by: Caller }
  | { type: 'leave_room'; by: Caller }
  /** Members. `limit` 1-200, clamped at the edge. */
  | { type: 'open_room'; by: Caller; id?: string; afterSeq?: number; limit: number }
  /** Members. Ascending by seq. Without a bound: the newest. */
  | { type: 'list_messages'; by: Caller; beforeSeq?: number; afterSeq?: number; aroundSeq?: number; limit: number }
  | { type: 'view_message'; by: Caller; messageId: string }
  /** For members who may write. */
  | { type: 'send_message'; by: Caller; draft: Draft }
  /** The author, within 48 hours. */
  | { type: 'edit_message'; by: Caller; messageId: string; body: string; ifRev?: number }
  /** The author, or an admin with the key. */
  | { type: 'delete_message'; by: Caller; messageId: string }
  | { type: 'react'; by: Caller; messageId: string; emoji: string; on: boolean }
  | { type: 'mark_read'; by: Caller; seq: number }
  | { type: 'mark_read'; by: Caller; messageId: string }
  /** For members: the member list, oldest join first, as show_members allows. `name`: the beginning of their names. */
  | { type: 'list_members'; by: Caller; after?: AccountId; name?: string; limit?: number }
  /** The sweep: one batch of expired rows. */
  | { type: 'expire_rows' }
  /** Whether this person may be shown as typing here now: members who may write. */
  | { type: 'check_typing'; by: Caller }
  /** Nodes that follow the room: its stream after a place where they lost it; null asks only where it is. */
  | { type: 'replay'; after: number | null };

export type { ScanPosition } from './commands/anonymize-commands.js';
export type { DmCommand, DmReplies, ReadEvent } from './commands/dm-commands.js';
export type { NewRoomPhoto, UploadTarget } from './commands/file-commands.js';
export type { ImportedMember, ImportedMessage } from './commands/import-commands.js';
export type { PeopleCommand, PeopleReplies } from './commands/people-commands.js';
export type { PushRow } from './commands/push-commands.js';
export type { Inbox, RoomSearch, RoomStats, SearchCommand, SearchReplies } from './commands/search-commands.js';
export type { ArticleRef, ArticleSource, ArticleTalk, SharedArticles } from './commands/sharing-commands.js';

/** Commands of a room to itself, once something is durable. */
export type InternalCommand =
  /** After a joining: the welcome row, when the room greets. */
  { type: 'write_welcome'; account: AccountId; username: string; joinedSeq: number };

export interface RoomReplies
  extends DmReplies,
    AnonymizeReplies,
    OperatorRoomReplies,
    SearchReplies,
    PeopleReplies,
    PushReplies,
    TalkReplies,
    FileReplies,
    ShareReplies,
    ImportReplies,
    RestoreReplies {
  create_room: RoomView;
  view_room: RoomView;
  view_list_row: ListRow | null;
  join_room: { status: 'joined' | 'already_member' | 'requested'; room: RoomView };
  leave_room: { status: 'left' | 'handed_over' | 'room_gone'; founderId?: AccountId };
  open_room: OpenedRoom;
  list_messages: { messages: RowView[]; seq: number; hasMore: boolean };
  view_message: { message: RowView };
  send_message: { message: RowView; duplicate: boolean };
  edit_message: { message: RowView };
  delete_message: { message: RowView };
  react: { reactions: Record<string, number> };
  mark_read: Unread;
  /** `isBlocked`: a direct chat whose members do not see whether the other one is connected. */
  list_members: { members: Member[]; hasMore: boolean; isBlocked?: true };
  /** Whether there is more to sweep at once. */
  expire_rows: { more: boolean };
  check_typing: null;
  replay: { items: RoomItem[]; seq: number; hasMore: boolean };
}

export type { ListRow, RoomView, RowView, Unread };

/** The rooms of an account, in no order. Rooms in which nothing happens are not loaded for it. */
export type RoomList = (by: Caller) => Promise<ListRow[]>;

export interface OpenedRoom extends Unread {
  room: RoomView;
  messages: RowView[];
  changes: Announcement[];
  seq: number;
  hasMore: boolean;
  reset: boolean;
  /** Rows up to this seq are hidden from the reader, 0 = none: gateways send `room:hidden` for changes of them. */
  historyFrom: number;
}

/** Something the room tells, in domain values; the edge renders it once per channel. */
export interface Announcement {
  /** Members' and admins' channel, or the admins' only. */
  to: 'all' | 'admins';
  seq: number;
  /** prev_seq on each channel. */
  prevAll: number;
  prevAdmins: number;
  /** Seq of the older row this is about; 0 when it is about none. Readers whose history is cut get `room:hidden`. */
  about: number;
  event: RoomAnnouncement;
}

export type RoomAnnouncement =
  | TalkAnnouncement
  | { type: 'message:new'; message: RowView }
  | { type: 'message:edited'; message: RowView }
  | { type: 'message:deleted'; messageId: string; rowSeq: number; deletedAt: number }
  | { type: 'message:reactions'; messageId: string; reactions: Record<string, number> }
  | { type: 'member:joined'; member: Member; memberCount: number }
  | {
      type: 'member:left';
      accountId: AccountId;
      username: string;
      reason: 'left' | 'kicked' | 'banned' | 'deleted';
      memberCount: number;
    }
  | { type: 'member:updated'; member: Member }
  | { type: 'member:tagged'; accountId: AccountId; tag: string | null }
  /** `avatar`: the current photo, if it changed. */
  | { type: 'room:updated'; settings: Partial<RoomSettings>; denied?: string[]; avatar?: Photo | null }
  | { type: 'room:request'; accountId: AccountId; username: string; requestedAt: number }
  | { type: 'message:expired'; messageIds: string[] }
  | { type: 'room:deleted' };

/**
 * One durable entry of a room's log, as gateways get it: in seq order, without a hole (entries that nobody may see
 * come with no announcements).
 */
export interface RoomItem {
  room: RoomId;
  slug: string;
  seq: number;
  announcements: Announcement[];
  /** Members who joined, left or changed their role at this seq. Joins apply before its announcements. */
  moves: Move[];
  /** Present when the entry has a row that somebody may see, or changes the last message of lists (`row: null`). */
  activity: {
    lastMessage: RowView | null;
    row: RowView | null;
    mentions: AccountId[];
    mentionsAll: boolean;
    /** Whose list this entry brings a direct chat into: they are told of the room before anything in it. */
    arrivals: AccountId[];
  } | null;
  /**
   * The event for connected members on their own channel: the room was deleted, or, for plain members, their new
   * permissions. Admins get events of their own.
   */
  toMembers?: { type: 'room:gone' } | { type: 'permissions:changed'; permissions: string[] };
  /** No entry: only how far the room is. */
  isPlace?: true;
  /** The place of its command in a trace, if that is recorded. */
  trace?: string;
}

/** `reason` is given for who left; a node of an earlier version gives none. */
export type Move = { account: AccountId; role: Role | null; historyFrom: number; reason?: LeaveReason };

/** To one person on all their devices: a hint, which may get lost. */
export type UserEvent =
  | ReadEvent
  | { to: AccountId; type: 'room:new'; room: RoomView }
  | { to: AccountId; type: 'room:gone'; roomId: RoomId; slug: string; reason: 'kicked' | 'banned' | 'deleted' | 'left' }
  | { to: AccountId; type: 'permissions:changed'; slug: string; role: Role; permissions: string[] }
  /** A node of an earlier version tells neither the end of a mute nor `mentionsOnly` nor `unreadFrom`. */
  | ({
      to: AccountId;
      type: 'room:flags';
      slug: string;
      archived: boolean;
      pinned: boolean;
      unreadFrom?: number;
    } & Pick<NotificationView, 'muted'> &
      Partial<NotificationView>)
  /** The data that the account's devices need to keep their list of rooms right; not an event of the wire. */
  | { to: AccountId; type: 'membership'; roomId: RoomId; slug: string; member: boolean }
  /** Its sessions ended: sockets of these go at once. */
  | {
      to: AccountId;
      type: 'session:closed';
      sessionIds: string[] | 'all';
      reason: 'session_closed' | 'account_deleted' | 'account_suspended';
    }
  /**
   * Its avatar may look different to others: another primary photo, none, or shown to other people. Nodes of other
   * versions know this event as `face`.
   */
  | { to: AccountId; type: 'face' }
  /** Its balance of stars changed. Which one it is by then is read where it is told. */
  | { to: AccountId; type: 'stars' }
  /** Something was said that may have to be pushed; `to` is the room, `trace` the place of the message that began it. */
  | { to: RoomId; type: 'push:due'; trace?: string }
  /** It had no device to push to, and has one now. */
  | { to: AccountId; type: 'device:registered' }
  /** One of its sessions speaks another language from now on. */
  | { to: AccountId; type: 'language'; sessionId: string; language: Language | null }
  /** The account's name changed: callers on open sockets speak under the new one. */
  | { to: AccountId; type: 'username'; username: string };

export type Rooms = ActorClient<RoomCommand, RoomReplies>;
export type RoomStreams = Streams<RoomItem>;
/** Notes to people, heard by every gateway of this node. */
export interface UserEvents {
  listen(listener: (note: UserEvent) => void): () => void;
}
export type { Fact };
