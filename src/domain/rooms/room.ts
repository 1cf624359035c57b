import type { AccountId } from '../accounts/account.js';
import type { Photo } from '../accounts/photo.js';

export type RoomId = string;
export type RoomKind = 'group' | 'dm';
export type Role = 'founder' | 'admin' | 'member';
export type Visibility = 'open' | 'closed';
/** The two accounts of a direct chat, the lesser id first. */
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

/** The panel's fields of a group that is founded there. */
export interface PanelGroup {
  organization: string | null;
  groupTypeId: string;
}

/** The number of counted rows so far: for members, for admins, and those with `@all`. */
export interface Ordinals {
  all: number;
  admins: number;
  mentionsAll: number;
}

/**
 * The state of a room without its rows and members. It is checkpointed in `rooms`; every entry holds the values to
 * continue from.
 */
export interface Head {
  id: RoomId;
  slug: string;
  kind: RoomKind;
  /** Null in a direct chat. */
  founder: AccountId | null;
  /** The two accounts of a direct chat, even if they have left it; null in a group. */
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
  /** Time of that row, which orders the list of rooms; 0 for none. */
  lastMessageAt: number;
  /** The newest entry on the members' and on the admins' channel: prev_seq of the next one. */
  prevAll: number;
  prevAdmins: number;
  /** Pinned rows, newest first. */
  pins: string[];
  /** Newest first. `avatar` is the id of the primary one. */
  photos: Photo[];
  avatar: string | null;
  /** ms: rows written until then have expired, whatever the setting is now. It never moves back. */
  expiredAt: number;
  /** The sweep of expired rows has covered every entry up to this one. */
  sweptSeq: number;
  /** ms of the next sweep; null = never. */
  sweepAt: number | null;
  deleted: boolean;
  /** The organization that founded it in the panel, and the type of the group; null for groups of the app. */
  organization: string | null;
  groupTypeId: string | null;
  /** The newest format that an entry of the room needs, if it is above 1. */
  format?: number;
}

/** One account in one room. `present: null` is a tombstone: left, kicked or banned. */
export interface Member {
  _id: string;
  room: RoomId;
  account: AccountId;
  username: string;
  /** True for a member. Null leaves the document out of the indexes. */
  present: true | null;
  role: Role;
  joinedAt: number;
  joinedSeq: number;
  /** Start of the role, which orders the admins. */
  since: number;
  tag: string | null;
  granted: string[];
  grantedBy: string | null;
  mutedUntil: number | null;
  /** Time of the last message, for slow mode. */
  saidAt?: number;
  /** Rows up to this seq are hidden if the history was cut at joining; 0 = every row is visible. */
  historyFrom: number;
  /**
   * The last change between non-member, member and admin. A client with an `after_seq` before it needs a new view of
   * the room.
   */
  viewSince: number;
  /** The number of own counted rows so far, numbered like the room's rows (see unread.ts). */
  ownCounts: Ordinals;
  /** The newest own rows, oldest first: all of them after `ownFloor`. */
  own: OwnRow[];
  ownFloor: number;
  /** The newest unread rows that mention this account by name, oldest first. */
  mentions: number[];
  /** For a bot that was added since joinings say it. */
  isBot?: true;
  /** The last entry that this document includes. */
  rev: number;
}

/** A forgotten field is an error of types. */
type Optional = 'saidAt' | 'isBot';
type EveryField = Required<Omit<Member, Optional>> & Pick<Member, Optional>;

/** By name: spread into a literal, so many fields take twice the memory, and several times as long. */
export function copyOfMember(member: Member): Member {
  const copy: EveryField = {
    _id: member._id,
    room: member.room,
    account: member.account,
    username: member.username,
    present: member.present,
    role: member.role,
    joinedAt: member.joinedAt,
    joinedSeq: member.joinedSeq,
    since: member.since,
    tag: member.tag,
    granted: member.granted,
    grantedBy: member.grantedBy,
    mutedUntil: member.mutedUntil,
    historyFrom: member.historyFrom,
    viewSince: member.viewSince,
    ownCounts: member.ownCounts,
    own: member.own,
    ownFloor: member.ownFloor,
    mentions: member.mentions,
    rev: member.rev,
  };
  if (member.saidAt !== undefined) copy.saidAt = member.saidAt;
  if (member.isBot) copy.isBot = true;
  return copy;
}

/** The member under the present name, if there is one. */
export function renamed(member: Member, username: string | null | undefined): Member {
  if (!username || username === member.username) return member;
  const copy = copyOfMember(member);
  copy.username = username;
  return copy;
}

/** `[seq, flags]`: bit 0 = counts for admins only, bit 1 = contains @all. */
export type OwnRow = [seq: number, flags: number];

/** The read cursor, with the ordinals of the room and of the own rows at its position. It never moves back. */
export interface Cursor {
  seq: number;
  counts: Ordinals;
  own: Ordinals;
}

/** The data of one member that is not part of the log. `v` grows with each change and guards the document. */
export interface ReadState {
  _id: string;
  room: RoomId;
  account: AccountId;
  v: number;
  /** The joining that it belongs to. The cursor of an earlier membership is void. */
  rev: number;
  cursor: Cursor;
  archived: boolean;
  muted: boolean;
  /** ms at which the mute ends; missing or null = it does not end by itself. */
  mutedUntil?: number | null;
  /** Notifications of mentions only, while it is not muted. */
  mentionsOnly?: boolean;
  /** ms at which it was pinned to the top of the list; 0 = not pinned. */
  pinnedAt: number;
  /** The row from which on the person has marked the room as unread; missing or 0 = it has no mark. */
  unreadFrom?: number;
}

/** A ban, as stored in `bans`. `active: null` is a tombstone. */
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

/** A request to join. `active: null` is a tombstone: accepted, rejected or banned. */
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
