/**
 * Permission keys, and every check of a permission as a function that returns an error code or null. Actors call these
 * functions in the turn. `my_permissions` is computed by the same functions, so that it cannot differ from a refusal.
 */
import type { ErrorCode } from '#src/errors.js';
import type { Head, Member, RoomSettings } from './room.js';

/** Kinds of content. Each has a permission key in the room and one in discussions. */
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

/** The keys of every member, unless `member_denied` removes them. */
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

/** The keys that an admin may be granted. One key has no dot, because clients know it in that form. */
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

/** The denials of a room's members: the list of keys, and a setting that stands for some keys. */
type Denials = Pick<Head, 'memberDenied'> & { settings?: Pick<RoomSettings, 'membersCanVideo'> };

const videoKeys: readonly string[] = ['send_message.videos', 'sub_chat.send_message.videos'];

const isDenied = ({ memberDenied, settings }: Denials, key: string): boolean =>
  memberDenied.includes(key) || (settings?.membersCanVideo === false && videoKeys.includes(key));

/** Whether this member has the key. The founder has every key; a grant overrides a denial. */
export function holds(head: Denials, member: Pick<Member, 'role' | 'granted'>, key: string): boolean {
  if (member.role === 'founder') return true;
  if (member.role === 'admin' && member.granted.includes(key)) return true;
  return isMemberKey.has(key) && !isDenied(head, key);
}

/** All keys of the member, sorted; empty without a membership. */
export function permissionsOf(head: Denials, member: Member | null): string[] {
  return member?.present ? allKeys.filter((key) => holds(head, member, key)) : [];
}

/** The keys of a member without the admin role. */
export const plainPermissions = (head: Denials): string[] =>
  allKeys.filter((key) => holds(head, { role: 'member', granted: [] }, key));

/** A client's list of keys in the stored form: known keys, sorted, without repeats. */
export function knownKeys(keys: readonly unknown[], known: readonly string[]): string[] {
  return known.filter((key) => keys.includes(key)).sort();
}

/** The keys that an admin may be granted: admin keys, and member keys to override a denial. */
export const grantableKeys: readonly string[] = allKeys;

export const isAdmin = (member: Pick<Member, 'role'>): boolean => member.role !== 'member';

/**
 * Whether a mute still applies at `now`. It ends in the millisecond of `mutedUntil`, and never applies to a founder.
 */
export const isMuted = ({ role, mutedUntil }: Pick<Member, 'role' | 'mutedUntil'>, now: number): boolean =>
  role !== 'founder' && mutedUntil !== null && now < mutedUntil;

/** A mute stops messages (surveys too), edits, reactions and pins. It does not stop votes, reading or deleting. */
export const isStoppedByMute = (key: string): boolean =>
  key === 'edit_message' ||
  key === 'group.can_pin_message' ||
  key.startsWith('send_message') ||
  key.startsWith('sub_chat.send_message');

/** The code that refuses a message of this member with these keys, or null. */
export function sendRefusal(head: Head, member: Member, keys: readonly string[], now: number): ErrorCode | null {
  if (isMuted(member, now)) return 'muted';
  return keys.every((key) => holds(head, member, key)) ? null : 'not_allowed';
}
