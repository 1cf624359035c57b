import Joi from 'joi';
import { wallpapers } from '#src/domain/rooms/room.js';
import { flag, integer, list, object } from '../schema/kinds.js';
import { messageShape } from './message.js';
import { isBot, personKeys } from './person.js';
import { nullableAvatarShape } from './photo.js';

const isoTime = () => Joi.string().isoDate();

export const peerShape = object({
  ...personKeys,
  online: flag().required(),
  read_seq: integer().required().description('The read cursor of the member.'),
}).meta({ shape: 'Peer' });

const settingKeys = {
  name: Joi.string().required(),
  visibility: Joi.string().valid('open', 'closed').required(),
  message_ttl_hours: integer().required().allow(null),
  welcome_message: Joi.string().required().allow(null),
  star_gated: flag().required(),
  wallpaper: Joi.string()
    .valid(...wallpapers)
    .required(),
  members_can_pin: flag().required(),
  discussions_enabled: flag().required(),
  join_approval: flag().required(),
  history_for_new_members: flag().required(),
  show_welcome: flag().required(),
  show_members: flag().required(),
  show_gifts: flag().required(),
  members_can_video: flag().required(),
  events_visibility: Joi.string().valid('all', 'admins', 'none').required(),
  slow_mode_s: integer().required(),
};

const roomKeys = {
  id: Joi.string().uuid().required().description('Stable; the slug names it in paths.'),
  slug: Joi.string().required().example('kahve-kosesi'),
  kind: Joi.string().valid('group', 'dm').required(),
  avatar: nullableAvatarShape(),
  ...settingKeys,
  member_denied: list(Joi.string()).required().description('Permission keys taken from members.'),
  pinned: messageShape.required().allow(null).description('The newest pinned message.'),
  pins: list(Joi.string()).required().description('Ids of pinned messages, newest first.'),
  member_count: integer().required(),
  is_member: flag().required(),
  my_permissions: list(Joi.string()).required().description('The permissions of the caller; empty for a non-member.'),
  my_role: Joi.string().valid('founder', 'admin', 'member').description('Members only.'),
  group_type_id: Joi.string().required().allow(null).description('Groups of the panel only.'),
  organization_id: Joi.string().required().allow(null).description('Groups that an organization founded.'),
  peer: peerShape.allow(null).description('Direct chats only: the other one; null when that account is deleted.'),
  created_at: isoTime().required(),
};

/** The standard room object. Members get `my_role`, except on `GET /api/rooms/{slug}`. */
export const roomShape = object(roomKeys).meta({ shape: 'Room' });

const { member_count: _count, my_role: _role, peer: _peer, ...ownRoomKeys } = roomKeys;

/** The fields of an announced change of a room; missing fields are unchanged. */
export const changedRoomShape = object({
  ...Object.fromEntries(Object.entries(settingKeys).map(([name, schema]) => [name, schema.optional()])),
  member_denied: roomKeys.member_denied.optional(),
  avatar: roomKeys.avatar.optional(),
}).meta({ shape: 'RoomChanges' });

/** A room that the caller founded or administers. */
export const ownRoomShape = object(ownRoomKeys);

/** Of the caller alone, on all devices. */
export const notificationKeys = {
  muted: flag().required(),
  muted_until: integer()
    .required()
    .allow(null)
    .description(
      'Milliseconds since epoch: the mute ends then by itself. Null without an end, and where there is no mute.',
    ),
  mentions_only: flag().required().description('While it is not muted: notifications of mentions only.'),
};

/** Of the caller alone, on all devices. */
export const unreadFrom = () =>
  integer()
    .required()
    .allow(null)
    .description('The `seq` from which on the caller has marked the room as unread. The counts do not follow it.');

/** A row of the caller's list of rooms. */
export const listRowShape = object({
  ...roomKeys,
  joined_at: isoTime().required(),
  archived: flag().required(),
  ...notificationKeys,
  pinned_to_top: flag().required(),
  unread_from: unreadFrom(),
  last_message: messageShape.required().allow(null).description('Its body is cut to 120 characters.'),
  read_seq: integer().required(),
  unread: integer().required(),
  unread_mentions: integer().required(),
}).meta({ shape: 'RoomListRow' });

export const memberShape = object({
  account_id: Joi.string().uuid().required(),
  username: Joi.string().required(),
  avatar: nullableAvatarShape(),
  online: flag().required(),
  role: Joi.string().valid('founder', 'admin', 'member').required(),
  tag: Joi.string().required().allow(null),
  granted: list(Joi.string()).required().description('Filled for founder and admins.'),
  granted_by: Joi.string().required().allow(null),
  admin_since: isoTime().required().allow(null),
  muted_until: integer().required().allow(null).description('Milliseconds since epoch while a mute lasts.'),
  joined_at: isoTime().required(),
  is_bot: isBot(),
}).meta({ shape: 'Member' });
