/** The person's rights in a room, which decide the visible buttons; the service checks them again. Pure. */
import type { Member, Room } from '../api-types.js';

export interface Rights {
  isFounder: boolean;
  isAdmin: boolean;
  moderate: boolean;
  tag: boolean;
  add: boolean;
  grant: boolean;
  deny: boolean;
  createInvite: boolean;
  cancelInvite: boolean;
  pin: boolean;
  removeMessages: boolean;
  /** Start a discussion below a message. */
  openDiscussion: boolean;
  /** Reply in an existing discussion. */
  discuss: boolean;
  closeDiscussion: boolean;
  say: boolean;
}

export function rightsIn(room: Room): Rights {
  const keys = new Set(room.my_permissions ?? []);
  const isFounder = room.my_role === 'founder';
  const isAdmin = isFounder || room.my_role === 'admin';
  const asAdmin = (key: string): boolean => isAdmin && keys.has(key);
  const discuss = room.discussions_enabled && keys.has('sub_chat.send_message');
  return {
    isFounder,
    isAdmin,
    moderate: asAdmin('group.can_ban_members'),
    tag: asAdmin('group.can_edit_member_tags'),
    add: asAdmin('group.can_invite_members'),
    grant: asAdmin('group_can_give_permissions'),
    deny: asAdmin('group.can_edit_permissions'),
    createInvite: asAdmin('group.can_create_invite_link'),
    cancelInvite: asAdmin('group.can_cancel_invite_link'),
    pin: keys.has('group.can_pin_message'),
    removeMessages: asAdmin('group.can_remove_message'),
    openDiscussion: discuss && keys.has('group.can_open_discussion'),
    discuss,
    closeDiscussion: keys.has('sub_chat.close_subject'),
    say: keys.has('send_message'),
  };
}

/** Whether the person may kick, ban or mute this member. */
export function mayModerate(room: Room, member: Pick<Member, 'account_id' | 'role'>, me: string): boolean {
  if (member.account_id === me || member.role === 'founder' || !rightsIn(room).moderate) return false;
  return member.role === 'member' || (room.my_permissions ?? []).includes('group.can_ban_administrators');
}
