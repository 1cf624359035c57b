import type { Permission } from '#page/api-types.js';

/** The permission keys of the page, in display order. */
export const adminKeys: Permission[] = [
  'group.can_remove_message',
  'group.can_ban_members',
  'group.can_ban_administrators',
  'group.can_invite_members',
  'group.can_create_invite_link',
  'group.can_cancel_invite_link',
  'group.can_edit_member_tags',
  'group_can_give_permissions',
  'group.can_edit_permissions',
  'group.edit_informations',
  'group.can_pin_message',
  'group.can_open_voice_calls',
  'group.can_be_anonymous',
  'group.can_take_screen_shot',
];

export const generalKeys: Permission[] = [
  'send_message',
  'edit_message',
  'delete_message',
  'group.can_pin_message',
  'group.can_open_discussion',
  'sub_chat.send_message',
  'sub_chat.close_subject',
  'update_tag',
  'group.can_take_screen_shot',
];

export const sentKinds = [
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
