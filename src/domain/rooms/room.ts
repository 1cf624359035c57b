import type { AccountId } from '../accounts/account.js';
import type { Photo } from '../accounts/photo.js';

export type RoomId = string;
export type RoomKind = 'group' | 'dm';
export type Role = 'founder' | 'admin' | 'member';
export type Visibility = 'open' | 'closed';
/** The two participants of a direct chat, the lesser id first. */
export type Pair = readonly [lesser: AccountId, greater: AccountId];

export type EventsVisibility = 'all' | 'admins' | 'none';

export const wallpapers = ['adacayi', 'okyanus', 'lavanta', 'kum', 'gul', 'grafit'] as const;
export type Wallpaper = (typeof wallpapers)[number];

export interface RoomSettings {
  name: string;
  visibility: Visibility;
  messageTtlHours: number | null;
  welcomeMessage: string | null;
  starGated: boolean;
  wallpaper: Wallpaper;
  membersCanPin: boolean;
  discussionsEnabled: boolean;
  joinApproval: boolean;
  historyForNewMembers: boolean;
  showWelcome: boolean;
  showMembers: boolean;
  showGifts: boolean;
  membersCanVideo: boolean;
  eventsVisibility: EventsVisibility;
  slowModeS: number;
}

export const defaultSettings: Readonly<Omit<RoomSettings, 'name'>> = {
  visibility: 'open',
  messageTtlHours: null,
  welcomeMessage: null,
  starGated: false,
  wallpaper: 'adacayi',
  membersCanPin: true,
  discussionsEnabled: true,
  joinApproval: false,
  historyForNewMembers: true,
  showWelcome: true,
  showMembers: true,
  showGifts: true,
  membersCanVideo: true,
  eventsVisibility: 'all',
  slowModeS: 0,
};

/** What the panel says about a group that is founded there. */
export interface PanelGroup {
  organization: string | null;
  groupTypeId: string;
}

/** How many rows have counted so far: for members, for admins, and how many of them said `@all`. */
export interface Ordinals {
  all: number;
  admins: number;
  mentionsAll: number;
}

/** What a room is besides its rows and members. Checkpointed in `rooms`; every entry carries what it needs to go on. */
export interface Head {
  id: RoomId;
  slug: string;
  kind: RoomKind;
  /** Null in a DM. */
  founder: AccountId | null;
  /** A DM's two people, whether they have it in their list or not; null in a group. */
  pair: Pair | null;
  settings: RoomSettings;
  memberDenied: string[];
  createdAt: number;
  /** The newest entry. */
  seq: number;
  /** Time of the newest entry; `inserted_at` never goes back in a room. */
  lastAt: number;
  counts: Ordinals;
  memberCount: number;
  /** The row shown as last_message, 0 for none. */
  lastMessageSeq: number;
  /** When that row was written; the room's place in the list. 0 for none. */
  lastMessageAt: number;
  /** The newest entry on the members' and on the admins' channel: the next one's prev_seq. */
  prevAll: number;
  prevAdmins: number;
  /** Pinned rows, newest first. */
  pins: string[];
  /** Newest first, and which of them is the room's face. */
  photos: Photo[];
  avatar: string | null;
  /** ms: what was written until then is gone for good, whatever the setting says now. It never moves back. */
  expiredAt: number;
  /** The sweep of expired rows has been over every entry up to this one. */
  sweptSeq: number;
  /** ms: the sweep has nothing to do before; null = never. */
  sweepAt: number | null;
  deleted: boolean;
  /** In whose name it was founded in the panel, and as what kind of group; both null for groups of the app. */
  organization: string | null;
  groupTypeId: string | null;
}

/** One person in one room. `present: null` is a tombstone: left, kicked or banned. */
export interface Member {
  _id: string;
  room: RoomId;
  account: AccountId;
  username: string;
  /** True while a member, absent from the indexes when null. */
  present: true | null;
  role: Role;
  joinedAt: number;
  joinedSeq: number;
  /** When the role began: admins are ordered by it. */
  since: number;
  tag: string | null;
  granted: string[];
  grantedBy: string | null;
  mutedUntil: number | null;
  /** When they last said something; slow mode goes by it. */
  saidAt?: number;
  /** Rows up to this seq are hidden from a newcomer when history was cut at joining; 0 = everything is visible. */
  historyFrom: number;
  /** The last change between none, member and admin: an `after_seq` before it means another view of the room. */
  viewSince: number;
  /** How many own rows have counted so far, numbered like the room's rows (see unread.ts). */
  ownCounts: Ordinals;
  /** The newest of them, oldest first; every one after `ownFloor` is here. */
  own: OwnRow[];
  ownFloor: number;
  /** The newest rows that mention this person by name and were not read yet, oldest first. */
  mentions: number[];
  /** The last entry that is in this document. */
  rev: number;
}

/** `[seq, flags]`: bit 0 = counts for admins only, bit 1 = said @all. */
export type OwnRow = [seq: number, flags: number];

/** The read cursor, with the room's and the reader's own ordinals at that place. It never moves back. */
export interface Cursor {
  seq: number;
  counts: Ordinals;
  own: Ordinals;
}

/** What belongs to one reader and is not part of the log. `v` grows with every change and guards it. */
export interface ReadState {
  _id: string;
  room: RoomId;
  account: AccountId;
  v: number;
  /** The joining it belongs to: an earlier one's cursor is void. */
  rev: number;
  cursor: Cursor;
  archived: boolean;
  muted: boolean;
  /** ms when pinned to the top of the list, 0 = not pinned. */
  pinnedAt: number;
}

/** A ban, as it lies in `bans`. `active: null` is a tombstone. */
export interface Ban {
  _id: string;
  room: RoomId;
  account: AccountId;
  username: string | null;
  reason: string | null;
  bannedBy: string;
  seq: number;
  at: number;
  active: true | null;
  rev: number;
}

/** Somebody who asks to be let in. `active: null` is a tombstone: let in, turned down or banned. */
export interface JoinRequest {
  _id: string;
  room: RoomId;
  account: AccountId;
  username: string;
  seq: number;
  at: number;
  active: true | null;
  rev: number;
}
