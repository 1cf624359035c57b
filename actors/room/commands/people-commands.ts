/** Commands about members and their permissions. `account` is the target, as the client named it. */

import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { Explanation } from '#src/domain/log/explanation.js';
import type { RoomView } from '#src/domain/messages/views.js';
import type { Invite } from '#src/domain/rooms/invite.js';
import type { NotificationLevel } from '#src/domain/rooms/notification-level.js';
import type { Ban, JoinRequest, Member, RoomId, RoomSettings } from '#src/domain/rooms/room.js';
import type { Refusal } from '#src/errors.js';

/** The invalid fields that the edge found: reported only if nothing else refuses the command. */
interface Fields {
  unfit?: Refusal;
}

type About<T extends string, Rest = unknown> = { type: T; by: Caller; account: AccountId } & Rest;

export type Flag = 'archived' | 'muted' | 'pinned';

export type PeopleCommand =
  /** Admins with the key; against an admin with a second one. */
  | About<'kick_member'>
  | About<'ban_member', { reason: string | null }>
  | About<'unban_member'>
  /** `minutes` clamped at the edge. */
  | About<'mute_member', { minutes: number }>
  | About<'unmute_member'>
  | About<'tag_member', Fields & { tag: string | null }>
  /** The founder. */
  | About<'promote_member'>
  | About<'demote_admin'>
  | About<'hand_over', Fields>
  /** For the founder: an operation that is carried out elsewhere. */
  | ({ type: 'check_founder'; by: Caller } & Fields)
  /** Admins with the key. */
  | About<'grant_permissions', Fields & { granted: unknown[] }>
  | { type: 'deny_permissions'; by: Caller; denied: unknown[] }
  /** Admins. `names`: the settings as the wire names them, for the row. */
  | ({ type: 'change_settings'; by: Caller; settings: Partial<RoomSettings>; names: string[] } & Fields)
  /** The founder deletes for everybody, a member for themselves; null: the default of the kind of room. */
  | { type: 'delete_room'; by: Caller; scope: 'everyone' | 'me' | null }
  /** Members. */
  | { type: 'set_flag'; by: Caller; flag: Flag; on: boolean }
  /** Members. `minutes`: how long `none` lasts; null = without an end. */
  | ({ type: 'set_notifications'; by: Caller; level: NotificationLevel; minutes: number | null } & Fields)
  /** Members. From this row on the room is unread for them; 0 = the mark is taken away. */
  | ({ type: 'mark_unread'; by: Caller; from: number } & Fields)
  /** Admins. */
  | { type: 'list_bans'; by: Caller }
  | { type: 'list_requests'; by: Caller }
  | About<'approve_request'>
  | About<'reject_request'>
  /** Admins with the key. Null: nobody of that name. */
  | ({ type: 'add_member'; by: Caller; account: AccountId | null } & Fields)
  | ({ type: 'create_invite'; by: Caller; expiresInHours: number | null; maxUses: number | null } & Fields)
  | { type: 'list_invites'; by: Caller }
  | { type: 'cancel_invite'; by: Caller; code: string }
  /** For everybody with the code. */
  | { type: 'view_invite'; by: Caller; code: string }
  | { type: 'join_by_invite'; by: Caller; code: string }
  /** Admins. Without `atSeq`: now. */
  | About<'explain_permission', { permission: string; atSeq?: number }>
  /**
   * The sweep: deletes a part of a deleted room's documents. `again`: when a sweep that finds nothing is repeated; null:
   * never. Unset: the time of the next sweep stays as it is.
   */
  | { type: 'sweep_deleted_room'; again?: number | null }
  /** The files of a deleted room are unused from now on; its other documents wait for the sweep. */
  | { type: 'release_files_of_deleted_room' };

export interface PeopleReplies {
  kick_member: null;
  ban_member: null;
  unban_member: null;
  mute_member: { mutedUntil: number };
  unmute_member: null;
  tag_member: { tag: string | null };
  promote_member: null;
  demote_admin: null;
  hand_over: RoomView;
  grant_permissions: { granted: string[] };
  deny_permissions: RoomView;
  change_settings: RoomView;
  /** Null when it is gone for everybody. */
  delete_room: { status: 'left' | 'handed_over' | 'room_gone'; founderId?: AccountId } | null;
  set_flag: null;
  set_notifications: null;
  mark_unread: null;
  list_bans: { bans: Ban[] };
  list_requests: { requests: JoinRequest[] };
  approve_request: null;
  reject_request: null;
  add_member: { member: Member; added: boolean };
  create_invite: Invite;
  list_invites: { invites: Invite[] };
  cancel_invite: null;
  view_invite: RoomView;
  join_by_invite: { status: 'joined' | 'already_member'; room: RoomView };
  explain_permission: Explanation;
  check_founder: { room: RoomId; slug: string };
  /** How many documents went; 0 when nothing is left. */
  sweep_deleted_room: number;
  release_files_of_deleted_room: number;
}
