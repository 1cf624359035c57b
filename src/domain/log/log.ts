import type { AccountId } from '../accounts/account.js';
import type { Content, Row } from '../messages/message.js';
import type { Ordinals, OwnRow, Pair, PanelGroup, Role, RoomId, RoomSettings } from '../rooms/room.js';
import type { FileFact } from './file-facts.js';
import type { PeopleFact } from './people-facts.js';
import type { ShareFact, ToReport } from './share-facts.js';
import type { TalkFact } from './talk-facts.js';
import type { TimeFact } from './time-facts.js';

/**
 * Facts: past tense, decided, stored. They have the specification's row names where it defines one. One entry holds any
 * number of facts and at most one row.
 */
export type Fact =
  | PeopleFact
  | TalkFact
  | TimeFact
  | FileFact
  | ShareFact
  | {
      type: 'room_created';
      slug: string;
      kind: 'group';
      founder: AccountId;
      settings: RoomSettings;
      /** For groups of the panel. */
      panel?: PanelGroup;
    }
  | DmOpened
  | {
      type: 'member_joined';
      account: AccountId;
      username: string;
      role: Role;
      historyFrom: number;
      mutedUntil: number | null;
      /** For a bot. */
      isBot?: true;
    }
  | { type: 'member_left'; account: AccountId; username: string; reason: LeaveReason }
  /**
   * `fromGranted`: the previous founder becomes an admin with these keys. It is absent if the previous founder has
   * left. `fromUsername`: of the previous founder, where the room has a former one.
   */
  | {
      type: 'founder_changed';
      account: AccountId;
      username: string;
      from: AccountId;
      fromUsername?: string;
      fromGranted?: string[];
    }
  | { type: 'request_made'; account: AccountId; username: string }
  | { type: 'message_posted' }
  /** `content` is null after the deletion of the row, which blanks its edits too. `edits`: the earlier edits. */
  | { type: 'message_edited'; row: number; id: string; content: Content | null; edits: number[] }
  | ({
      type: 'message_deleted';
      row: number;
      id: string;
      owner: AccountId | null;
      countedAs: CountedAs;
      mentionsAll: boolean;
      mentions: AccountId[];
      edits: number[];
      /** Keys of the row's files. */
      files?: string[];
    } & ToReport)
  | ({
      type: 'reaction_changed';
      row: number;
      id: string;
      account: AccountId;
      emoji: string;
      on: boolean;
      reactions: Record<string, number>;
    } & ToReport)
  | { type: 'room_deleted' }
  | { type: 'claimed' };

/** `price`: in stars, paid by the account that opened the chat. */
export interface DmOpened {
  type: 'room_created';
  slug: string;
  kind: 'dm';
  pair: Pair;
  generation: number;
  by: AccountId;
  price: number;
  settings: RoomSettings;
}

export type LeaveReason = 'left' | 'kicked' | 'banned' | 'deleted';

/** The members whose unread counts include a row. */
export type CountedAs = 'all' | 'admins' | 'none';

/** The head's running values after an entry, so that the newest entry alone gives seq, counts and last_message. */
export interface HeadAfter {
  counts: Ordinals;
  memberCount: number;
  lastMessageSeq: number;
  lastMessageAt: number;
  /** The entry's prev_seq on the members' and on the admins' channel, and whether the channel carries the entry. */
  prevAll: number;
  prevAdmins: number;
  onAll: boolean;
  onAdmins: boolean;
}

/** One accepted command of a room: one document with one seq. */
export interface LogEntry {
  room: RoomId;
  seq: number;
  /** The same in every attempt to append this entry. After an unknown outcome the entry is sent again. */
  commit: string;
  /** Token of the owner that appended it. */
  owner: string;
  at: number;
  by: AccountId | null;
  facts: Fact[];
  row: Row | null;
  head: HeadAfter;
  /** With a client_id: its unique key in the room, and a hash of the request. */
  dedup: string | null;
  hash: string | null;
  /** With every 32nd counted row of its owner (actors/room/model/own-pages.ts). */
  own?: OwnPage;
}

/** A member's own ordinals at one of their entries, and all their rows after `floor`. */
export interface OwnPage {
  counts: Ordinals;
  floor: number;
  rows: OwnRow[];
}
