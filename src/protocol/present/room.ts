import type { Language } from '#src/domain/accounts/account.js';
import type { ListRow, RoomView } from '#src/domain/messages/views.js';
import type { Role, RoomSettings } from '#src/domain/rooms/room.js';
import type { FileLinks } from './file-links.js';
import { presentLastMessage, presentMessage } from './message.js';
import type { WirePerson } from './person.js';
import { presentPhoto } from './photo.js';

/** The data that the caller adds to the room. */
export interface RoomContext {
  /** False on `GET /api/rooms/{slug}`, which has no role. */
  withRole?: boolean;
  /** The other account of a direct chat; null if it was deleted. */
  peer?: WirePeer | null;
  /** The language of the reading session. */
  language?: Language | null;
}

/** The other account of a direct chat, as the reader sees it. */
export interface WirePeer extends WirePerson {
  online: boolean;
  /** The position up to which it has read. */
  read_seq: number;
}

/** The name of a direct chat with a deleted account. */
const deletedAccountNames: Readonly<Record<Language, string>> = { en: 'Deleted account', tr: 'Silinmiş hesap' };

/** A direct chat is named after the other account. */
export const directChatName = (peer?: Pick<WirePerson, 'username'> | null, language?: Language | null): string =>
  peer?.username ?? deletedAccountNames[language ?? 'en'];

export type WireRoom = ReturnType<typeof presentRoom>;
export type WireListRow = ReturnType<typeof presentListRow>;

/** The standard room object. Only members get `my_role`. */
export function presentRoom(view: RoomView, links: FileLinks, context: RoomContext = {}) {
  const { withRole = true, peer = null, language } = context;
  return {
    id: view.id,
    slug: view.slug,
    kind: view.kind,
    avatar: view.avatar && presentPhoto({ photo: view.avatar, isPrimary: true }, links.picture),
    ...presentSettings(view.settings),
    ...(view.kind === 'dm' ? { name: directChatName(peer, language), peer } : {}),
    member_denied: view.memberDenied,
    pinned: view.pinned && presentMessage(view.pinned, links),
    pins: view.pins,
    member_count: view.memberCount,
    is_member: view.isMember,
    my_permissions: view.myPermissions,
    ...(withRole && view.myRole ? { my_role: view.myRole satisfies Role } : {}),
    group_type_id: view.groupTypeId,
    organization_id: view.organization,
    created_at: new Date(view.createdAt).toISOString(),
  };
}

/** A room of `GET /api/me/rooms`. */
export function presentOwnRoom(view: RoomView, links: FileLinks) {
  const { member_count: _count, ...room } = presentRoom(view, links, { withRole: false });
  return room;
}

/** A row of `GET /api/rooms`: the room object with the reader's own data. */
export function presentListRow(row: ListRow, links: FileLinks, context: RoomContext = {}) {
  return {
    ...presentRoom(row.room, links, context),
    joined_at: new Date(row.joinedAt).toISOString(),
    archived: row.archived,
    muted: row.muted,
    muted_until: row.mutedUntil ?? null,
    mentions_only: row.mentionsOnly ?? false,
    pinned_to_top: row.pinnedAt > 0,
    unread_from: row.unreadFrom || null,
    last_message: row.lastMessage && presentLastMessage(row.lastMessage, links),
    read_seq: row.readSeq,
    unread: row.unread,
    unread_mentions: row.unreadMentions,
  };
}

/** Every setting, under its wire name. */
export function presentSettings(settings: RoomSettings) {
  return {
    name: settings.name,
    visibility: settings.visibility,
    message_ttl_hours: settings.messageTtlHours,
    welcome_message: settings.welcomeMessage,
    star_gated: settings.starGated,
    wallpaper: settings.wallpaper,
    members_can_pin: settings.membersCanPin,
    discussions_enabled: settings.discussionsEnabled,
    join_approval: settings.joinApproval,
    history_for_new_members: settings.historyForNewMembers,
    show_welcome: settings.showWelcome,
    show_members: settings.showMembers,
    show_gifts: settings.showGifts,
    members_can_video: settings.membersCanVideo,
    events_visibility: settings.eventsVisibility,
    slow_mode_s: settings.slowModeS,
  };
}

/** Some settings, under their wire names. */
export function presentChanges(settings: Partial<RoomSettings>): Record<string, unknown> {
  const all = presentSettings(settings as RoomSettings) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
