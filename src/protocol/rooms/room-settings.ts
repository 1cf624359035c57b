import type Joi from 'joi';
import { MESSAGE_TTL_HOURS_MAX, ROOM_NAME_MAX, SLOW_MODE_S_MAX, WELCOME_MESSAGE_MAX } from '#src/domain/limits.js';
import { type RoomSettings, wallpapers } from '#src/domain/rooms/room.js';
import { flag, integer, name, object, oneOf, text } from '../schema/kinds.js';

/** The wire name of every setting, and its name in the domain. */
const fieldNames = {
  name: 'name',
  visibility: 'visibility',
  welcome_message: 'welcomeMessage',
  message_ttl_hours: 'messageTtlHours',
  wallpaper: 'wallpaper',
  star_gated: 'starGated',
  members_can_pin: 'membersCanPin',
  discussions_enabled: 'discussionsEnabled',
  join_approval: 'joinApproval',
  history_for_new_members: 'historyForNewMembers',
  show_welcome: 'showWelcome',
  show_members: 'showMembers',
  show_gifts: 'showGifts',
  members_can_video: 'membersCanVideo',
  events_visibility: 'eventsVisibility',
  slow_mode_s: 'slowModeS',
} as const satisfies Record<string, keyof RoomSettings>;

export type SettingsBody = { [K in keyof typeof fieldNames]?: RoomSettings[(typeof fieldNames)[K]] };

const flags = [
  'star_gated',
  'members_can_pin',
  'discussions_enabled',
  'join_approval',
  'history_for_new_members',
  'show_welcome',
  'show_members',
  'show_gifts',
  'members_can_video',
] as const;

export const settingsBody = object<SettingsBody>({
  name: name().chars(1, ROOM_NAME_MAX),
  visibility: oneOf('open', 'closed'),
  welcome_message: text().trim().allow(null, '').chars(0, WELCOME_MESSAGE_MAX).description('Null or empty: none.'),
  message_ttl_hours: integer().min(1).max(MESSAGE_TTL_HOURS_MAX).allow(null).description('Null: never deleted.'),
  wallpaper: oneOf(...wallpapers),
  ...Object.fromEntries(flags.map((setting) => [setting, flag()])),
  events_visibility: oneOf('all', 'admins', 'none').description('The audience of event rows written from then on.'),
  slow_mode_s: integer().min(0).max(SLOW_MODE_S_MAX).description('Seconds between messages of a member; 0 is off.'),
} as Joi.PartialSchemaMap<SettingsBody>).label('ChangeSettings');

/** The sent settings under their domain names, and the sent names for the event row. */
export function changesOf(body: SettingsBody): { settings: Partial<RoomSettings>; names: string[] } {
  const sent = (Object.keys(fieldNames) as (keyof typeof fieldNames)[]).filter((key) => body[key] !== undefined);
  const settings = Object.fromEntries(sent.map((key) => [fieldNames[key], houseValue(key, body[key])]));
  return { settings, names: sent };
}

const houseValue = (key: string, value: unknown): unknown => (key === 'welcome_message' && value === '' ? null : value);
