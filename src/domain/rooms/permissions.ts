/**
 * Permission keys, and every "may X do Y" as a function to a code or null. Actors call these in the turn;
 * `my_permissions` is made of the same functions, so what a client is told and what refuses it cannot differ.
 */
import type { ErrorCode } from '#src/errors.js';
import type { Head, Member, RoomSettings } from './room.js';

/** Kinds of content; each has a key of its own in the room and one in discussions. */
export const contentKinds = [
  'photos',
  'videos',
  'files',
  'musics',
  'voice_messages',
  'video_messages',
  'gifs',
  'surveys',
  'links',
  'reactions',
  'locations',
  'share_contact_cards',
  'events',
  'entries',
] as const;

/** What a member may do unless `member_denied` takes it. */
export const memberKeys: readonly string[] = [
  'send_message',
  'edit_message',
  'delete_message',
  'update_tag',
  'sub_chat.send_message',
  'sub_chat.close_subject',
  'group.can_open_discussion',
  'group.can_pin_message',
  'group.can_take_screen_shot',
  ...contentKinds.map((kind) => `send_message.${kind}`),
  ...contentKinds.map((kind) => `sub_chat.send_message.${kind}`),
];

/** What an admin may be granted. One key is written without a dot; clients know it that way. */
export const adminKeys: readonly string[] = [
  'group.edit_informations',
  'group.can_remove_message',
  'group.can_ban_members',
  'group.can_ban_administrators',
  'group.can_invite_members',
  'group.can_create_invite_link',
  'group.can_cancel_invite_link',
  'group.can_pin_message',
  'group.can_edit_member_tags',
  'group.can_open_voice_calls',
  'group_can_give_permissions',
  'group.can_edit_permissions',
  'group.can_be_anonymous',
  'group.can_take_screen_shot',
];

const isMemberKey = new Set(memberKeys);
const allKeys: readonly string[] = [...new Set([...memberKeys, ...adminKeys])].sort();

/** What takes keys from members: the list, and a setting that stands for some of them. */
type Denials = Pick<Head, 'memberDenied'> & { settings?: Pick<RoomSettings, 'membersCanVideo'> };

const videoKeys: readonly string[] = ['send_message.videos', 'sub_chat.send_message.videos'];

const isDenied = ({ memberDenied, settings }: Denials, key: string): boolean =>
  memberDenied.includes(key) || (settings?.membersCanVideo === false && videoKeys.includes(key));

/** Whether this member holds the key. The founder holds every one; a grant lifts what members are denied. */
export function holds(head: Denials, member: Pick<Member, 'role' | 'granted'>, key: string): boolean {
  if (member.role === 'founder') return true;
  if (member.role === 'admin' && member.granted.includes(key)) return true;
  return isMemberKey.has(key) && !isDenied(head, key);
}

/** Everything the member may do, sorted; empty for somebody who is not one. */
export function permissionsOf(head: Denials, member: Member | null): string[] {
  return member?.present ? allKeys.filter((key) => holds(head, member, key)) : [];
}

/** What every member may do who is not an admin. */
export const plainPermissions = (head: Denials): string[] =>
  allKeys.filter((key) => holds(head, { role: 'member', granted: [] }, key));

/** A list of keys as a client sent it, as it is kept: known ones, each once, sorted. */
export function knownKeys(keys: readonly unknown[], known: readonly string[]): string[] {
  return known.filter((key) => keys.includes(key)).sort();
}

/** What an admin may be given: admin keys, and member keys against a denial. */
export const grantableKeys: readonly string[] = allKeys;

export const isAdmin = (member: Pick<Member, 'role'>): boolean => member.role !== 'member';

/** Whether a mute still binds at `now`. The millisecond of `mutedUntil` is free again, and nothing mutes a founder. */
export const isMuted = ({ role, mutedUntil }: Pick<Member, 'role' | 'mutedUntil'>, now: number): boolean =>
  role !== 'founder' && mutedUntil !== null && now < mutedUntil;

/** What a mute stops: messages (surveys among them), edits, reactions and pins. Not votes, reading or deleting. */
export const isStoppedByMute = (key: string): boolean =>
  key === 'edit_message' ||
  key === 'group.can_pin_message' ||
  key.startsWith('send_message') ||
  key.startsWith('sub_chat.send_message');

/** Why this member may not say something that needs these keys. */
export function sendRefusal(head: Head, member: Member, keys: readonly string[], now: number): ErrorCode | null {
  if (isMuted(member, now)) return 'muted';
  return keys.every((key) => holds(head, member, key)) ? null : 'not_allowed';
}
