/** The meaning of each permission key, for docs/reference/permissions.md. */
import { contentKinds } from './permissions.js';

const NO_EFFECT = 'Has no effect in this service; clients may read it.';

/** The meaning of `send_message.<kind>` and `sub_chat.send_message.<kind>`, in the room and in its discussions. */
const contentTexts: Record<(typeof contentKinds)[number], string> = {
  photos: 'Send photos',
  videos: 'Send videos; also denied by the room setting `members_can_video: false`',
  files: 'Send documents',
  musics: '',
  voice_messages: '',
  video_messages: '',
  gifs: 'Send GIFs and stickers',
  surveys: 'Send surveys',
  links: 'Send text that holds an http or https link',
  reactions: 'React to messages',
  locations: 'Send locations',
  share_contact_cards: 'Send contact cards',
  events: '',
  entries: 'Send articles and entry cards',
};

const contentText = (kind: (typeof contentKinds)[number], where: string): string =>
  contentTexts[kind] === '' ? NO_EFFECT : `${contentTexts[kind]}${where}.`;

const byKind = (prefix: string, where: string): [string, string][] =>
  contentKinds.map((kind) => [`${prefix}.${kind}`, contentText(kind, where)]);

export const permissionTexts: Readonly<Record<string, string>> = {
  send_message: 'Send messages of any kind to the room.',
  edit_message: 'Edit own text messages, within 48 hours.',
  delete_message: 'Delete own messages.',
  update_tag: NO_EFFECT,
  'sub_chat.send_message': 'Reply in a discussion.',
  'sub_chat.close_subject':
    'Close and reopen the discussion of any message. The author of the message and admins may always do so.',
  'group.can_open_discussion': 'Write the first reply to a message, which opens its discussion.',
  'group.can_pin_message': 'Pin and unpin messages. The room setting `members_can_pin` denies and allows this key.',
  'group.can_take_screen_shot': 'Clients allow or prevent screenshots by it; the service checks nothing.',
  'group.edit_informations': 'Has no effect: every admin may change the settings of the room.',
  'group.can_remove_message': "Delete other people's messages.",
  'group.can_ban_members': 'Kick, ban and unban members, and mute them.',
  'group.can_ban_administrators':
    'The same for admins, together with `group.can_ban_members`. Only the founder grants it.',
  'group.can_invite_members': 'Add people to the room, also to a closed one.',
  'group.can_create_invite_link': 'Create invite links.',
  'group.can_cancel_invite_link': 'Cancel invite links.',
  'group.can_edit_member_tags': "Change members' tags.",
  'group.can_open_voice_calls': NO_EFFECT,
  group_can_give_permissions: "Change other admins' granted keys.",
  'group.can_edit_permissions': 'Change the keys that members are denied.',
  'group.can_be_anonymous': NO_EFFECT,
  ...Object.fromEntries(byKind('send_message', '')),
  ...Object.fromEntries(byKind('sub_chat.send_message', ' in a discussion')),
};
