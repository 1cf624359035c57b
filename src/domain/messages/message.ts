import type { Refusal } from '#src/errors.js';
import type { AccountId } from '../accounts/account.js';
import type { Role } from '../rooms/room.js';

export const messageKinds = [
  'text',
  'photo',
  'video',
  'gif',
  'sticker',
  'document',
  'entry',
  'article',
  'location',
  'contact',
  'survey',
  'event',
] as const;
export type MessageKind = (typeof messageKinds)[number];

export const BODY_BYTES_MAX = 16_384;
export const EDIT_WINDOW_MS = 48 * 3_600_000;
export const REACTION_KINDS_MAX = 20;
export const HASHTAGS_MAX = 10;
export const MENTIONS_MAX = 50;
export const PINS_MAX = 50;

/** `hidden`: an event row written while events_visibility was `none`; only the events list for admins shows it. */
export type Audience = 'all' | 'admins' | 'hidden';

export interface Sender {
  accountId: AccountId | null;
  username: string;
  role: Role;
  tag: string | null;
}

export interface Mention {
  accountId: AccountId;
  username: string;
}

/** The event types of the specification; an event row's subject, doer and data. */
export type EventType =
  | 'member_joined'
  | 'member_left'
  | 'member_kicked'
  | 'member_banned'
  | 'member_unbanned'
  | 'member_muted'
  | 'member_unmuted'
  | 'score'
  | 'welcome'
  | 'founder_changed'
  | 'room_settings_changed'
  | 'member_permissions_changed'
  | 'admin_permissions_changed'
  | 'message_deleted'
  | 'message_pinned'
  | 'message_unpinned'
  | 'discussion_closed'
  | 'discussion_reopened';

export interface RoomEvent {
  type: EventType;
  username: string | null;
  actor: string | null;
  data: Record<string, unknown>;
}

/** What became of the discussion of a row. `lastAt`: when the newest reply was written. */
export interface Discussion {
  open: boolean;
  count: number;
  lastAt: number | null;
}

/** Where a forwarded row was said first. Only what was said in an open room is shown to be from there. */
export interface ForwardedFrom {
  messageId: string;
  room: string;
  isShown: boolean;
}

/** What a row says; the part that edits replace and deletion takes away. */
export interface Content {
  body: string;
  /** In a row of kind `article`: the article. */
  attachment: Record<string, unknown> | null;
  mentions: Mention[];
  hashtags: string[];
}

export const noContent: Readonly<Content> = {
  body: '',
  attachment: null,
  mentions: [],
  hashtags: [],
};

/** A message row as it is now. It lives in the log entry that created it; `rev` is the last entry that changed it. */
export interface Row extends Content {
  id: string;
  seq: number;
  rev: number;
  kind: MessageKind;
  clientId: string | null;
  sender: Sender | null;
  replyTo: string | null;
  discussionOf: string | null;
  /** Of a row that somebody has replied to in a discussion. */
  discussion?: Discussion;
  forwardedFrom?: ForwardedFrom;
  /** Of a survey that somebody has voted in: how many chose each option. */
  votes?: number[];
  reactions: Record<string, number>;
  audience: Audience;
  event: RoomEvent | null;
  /** Who was mentioned when it was written, by name and by `@all`: counted once, whatever edits say later. */
  mentioned: AccountId[];
  mentionsAll: boolean;
  /** Whose row it is, for unread: the sender, or the actor of an event row. */
  owner: AccountId | null;
  editedAt: number | null;
  /** The entries that edited it, so that deletion can blank them too. */
  edits: number[];
  deletedAt: number | null;
  /** Its time was over, and the sweep has been here. */
  expired?: true;
  /** Its file may be seen once by each who is not its sender. */
  viewOnce?: true;
  /** Who has seen it; absent while nobody has. */
  openings?: Opening[];
  /** Keys of its files that turned out not to be what was said, and were removed. */
  goneFiles?: string[];
  /** Of an article that its author gave to the dictionary: its number there, null while that is not known. */
  entryId?: number | null;
  at: number;
}

/** Somebody was handed the link of what is seen once. */
export interface Opening {
  account: AccountId;
  /** A hash of it: the same device may ask again for a while, for the answer may have been lost. */
  session: string;
  at: number;
}

/** What a person wants to say, validated for shape at the edge, decided in the room's turn. */
export interface Draft {
  clientId: string | null;
  body: string;
  replyTo: string | null;
  discussionOf: string | null;
  /** Text, unless told otherwise. */
  kind?: MessageKind;
  /** The article, in one of kind `article`. */
  attachment?: Record<string, unknown>;
  viewOnce?: true;
  forward?: Forward;
}

/** What is to be said again, as its own room gave it away; or why it did not, told when nothing else stands in the way. */
export interface Forward {
  of: { room: string; messageId: string };
  source: Forwardable | null;
  refusal?: Refusal;
}

export interface Forwardable {
  kind: MessageKind;
  body: string;
  attachment: Record<string, unknown> | null;
  from: ForwardedFrom;
}
