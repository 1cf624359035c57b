import type { AccountId } from '../accounts/account.js';
import type { Content, Row } from '../messages/message.js';
import type { Ordinals, OwnRow, Pair, PanelGroup, Role, RoomId, RoomSettings } from '../rooms/room.js';
import type { FileFact } from './file-facts.js';
import type { PeopleFact } from './people-facts.js';
import type { ShareFact, ToReport } from './share-facts.js';
import type { TalkFact } from './talk-facts.js';
import type { TimeFact } from './time-facts.js';

/**
 * Facts: past tense, decided, stored. Their names are the specification's row names where it has one.
 * One entry holds any number of facts and at most one row.
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
      /** Groups of the panel only. */
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
    }
  | { type: 'member_left'; account: AccountId; username: string; reason: LeaveReason }
  /** `fromGranted`: the one before stays, as an admin with these keys; absent when leaving was what handed over. */
  | { type: 'founder_changed'; account: AccountId; username: string; from: AccountId; fromGranted?: string[] }
  | { type: 'request_made'; account: AccountId; username: string }
  | { type: 'message_posted' }
  /** `content` is null once the row was deleted: that blanks its edits too. `edits`: those before this one. */
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
      /** Keys of what it carried. */
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

/** `price`: in stars, paid by who opened it. */
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

/** Whose unread a row was counted in. */
export type CountedAs = 'all' | 'admins' | 'none';

/** The head's running values after an entry: the newest entry alone tells seq, counts and last_message. */
export interface HeadAfter {
  counts: Ordinals;
  memberCount: number;
  lastMessageSeq: number;
  lastMessageAt: number;
  /** prev_seq of this entry on the members' and on the admins' channel, and whether it is on them at all. */
  prevAll: number;
  prevAdmins: number;
  onAll: boolean;
  onAdmins: boolean;
}

/** One accepted change of a room: one command, one document, one seq. */
export interface LogEntry {
  room: RoomId;
  seq: number;
  /** Same in every attempt to append this very entry: the answer to an unknown outcome is to send it again. */
  commit: string;
  /** Token of the owner that appended it. */
  owner: string;
  at: number;
  by: AccountId | null;
  facts: Fact[];
  row: Row | null;
  head: HeadAfter;
  /** With a client_id: its unique key in the room, and a hash of what was asked. */
  dedup: string | null;
  hash: string | null;
  /** With every 32nd counted row of its owner (actors/room/model/own-pages.ts). */
  own?: OwnPage;
}

/** A member's own ordinals at an entry of theirs, and their newest rows: every one after `floor` is among them. */
export interface OwnPage {
  counts: Ordinals;
  floor: number;
  rows: OwnRow[];
}
