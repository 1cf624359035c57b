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

/** `hidden`: an event row written while events_visibility was `none`. Only the events list for admins shows it. */
export type Audience = 'all' | 'admins' | 'hidden';

export interface Sender {
  accountId: AccountId | null;
  username: string;
  role: Role;
  tag: string | null;
  isBot?: true;
}

export interface Mention {
  accountId: AccountId;
  username: string;
}

/** The event types of the specification. An event row has a subject, an actor and data. */
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

interface OfMessage {
  message_id: string;
}

/** What events say beside their subject and their actor, by type. Others have no data. The names are stored and sent. */
interface EventData {
  member_muted: { until: number; seconds: number };
  welcome: { text: string };
  room_settings_changed: { settings: string[] };
  member_permissions_changed: { denied: string[] };
  admin_permissions_changed: { granted: string[] };
  message_deleted: OfMessage;
  message_pinned: OfMessage;
  message_unpinned: OfMessage;
  discussion_closed: OfMessage;
  discussion_reopened: OfMessage;
}

export type EventDataOf<T extends EventType> = T extends keyof EventData ? EventData[T] : Record<string, never>;

export interface RoomEvent {
  type: EventType;
  username: string | null;
  actor: string | null;
  data: EventDataOf<EventType>;
}

/** The state of a row's discussion. `lastAt`: time of the newest reply. */
export interface Discussion {
  open: boolean;
  count: number;
  lastAt: number | null;
}

/** The original of a forwarded row. It is shown only if its room was open. */
export interface ForwardedFrom {
  messageId: string;
  room: string;
  isShown: boolean;
}

/** The content of a row, which edits replace and deletion removes. */
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

/**
 * The current state of a message row. The log entry that created the row holds it; `rev` is the last entry that changed
 * it.
 */
export interface Row extends Content {
  id: string;
  seq: number;
  rev: number;
  kind: MessageKind;
  clientId: string | null;
  sender: Sender | null;
  replyTo: string | null;
  discussionOf: string | null;
  /** For rows with replies in a discussion. */
  discussion?: Discussion;
  forwardedFrom?: ForwardedFrom;
  /** For surveys with votes: the number of votes for each option. */
  votes?: number[];
  reactions: Record<string, number>;
  audience: Audience;
  event: RoomEvent | null;
  /** The accounts mentioned when the row was written, by name and by `@all`. Edits do not change them. */
  mentioned: AccountId[];
  mentionsAll: boolean;
  /** The sender, or the actor of an event row. The row does not count in the owner's unread. */
  owner: AccountId | null;
  editedAt: number | null;
  /** The entries of its edits; deletion blanks them too. */
  edits: number[];
  deletedAt: number | null;
  /** The row has expired, and the sweep has processed it. */
  expired?: true;
  /** Each account except the sender may view its file once. */
  viewOnce?: true;
  /** The accounts that viewed the file; absent if none did. */
  openings?: Opening[];
  /** Keys of files that were removed because they differ from their declaration. */
  goneFiles?: string[];
  /** For articles that the author gave to the dictionary: the entry id, null while it is unknown. */
  entryId?: number | null;
  at: number;
}

/** One handout of a view-once link. */
export interface Opening {
  account: AccountId;
  /** A hash of the session. The same device may ask again for a while, because the answer may have been lost. */
  session: string;
  at: number;
}

/** A message before its decision. The edge has checked its shape; the room's turn decides about it. */
export interface Draft {
  clientId: string | null;
  body: string;
  replyTo: string | null;
  discussionOf: string | null;
  /** Default: text. */
  kind?: MessageKind;
  /** In a draft of kind `article`: the article. */
  attachment?: Record<string, unknown>;
  viewOnce?: true;
  forward?: Forward;
}

/**
 * The message to forward, as read from its own room, or the refusal of that room. The refusal is answered only if there
 * is no other one.
 */
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
