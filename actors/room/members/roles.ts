/** Admins and the permissions of admins and members: promote, demote, grant, restrict, hand over. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { adminKeys, grantableKeys, holds, knownKeys, memberKeys } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { adminOr, founderOr, isRefused, permissionsEvent, roomView } from '../access/access.js';
import { needsTarget, renaming, targetOr } from '../access/targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { adminRow, eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { listedAdmins } from './join-and-leave.js';

type Aimed = CommandOf<'promote_member' | 'demote_admin' | 'grant_permissions' | 'hand_over'>;

const BAN_ADMINISTRATORS = 'group.can_ban_administrators';

function rolesNeeds(needs: Needs, { by, account }: Aimed): void {
  needsTarget(needs, by, account);
}

/** An admin stays an admin, with the granted permissions. */
function promoteMember(state: RoomState, command: CommandOf<'promote_member'>): Handled {
  const founder = founderOr(state, command.by);
  if (isRefused(founder)) return founder;
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  if (!target.member) return refuse('not_member');
  if (target.member.role === 'founder') return refuse('founder_protected');
  return target.member.role === 'admin' ? reply(null) : changeRole(state, command, target.member, 'admin');
}

function demoteAdmin(state: RoomState, command: CommandOf<'demote_admin'>): Handled {
  const founder = founderOr(state, command.by);
  if (isRefused(founder)) return founder;
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { member } = target;
  if (member?.role === 'founder') return refuse('founder_protected');
  return member?.role === 'admin' ? changeRole(state, command, member, 'member') : refuse('not_found');
}

function changeRole(state: RoomState, { by, account }: Aimed, member: Member, role: 'admin' | 'member'): Handled {
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'role_changed', account, role, actor: by.username, ...renaming(state, member) }],
    reply: () => null,
    userEvents: () => permissionsEvent(state, account),
  };
}

function grantPermissions(state: RoomState, command: CommandOf<'grant_permissions'>): Handled {
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { by, account, unfit } = command;
  const { actor, member, username } = target;
  if (account === by.accountId) return refuse('cannot_grant_to_self');
  if (member?.role === 'founder') return refuse('founder_protected');
  if (!holds(state.head as Head, actor, 'group_can_give_permissions')) return refuse('not_admin');
  if (member?.role !== 'admin') return refuse('not_admin');
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const isFounder = actor.role === 'founder';
  const granted = knownKeys(command.granted, grantableKeys).filter((key) => isFounder || key !== BAN_ADMINISTRATORS);
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'admin_permissions_changed', account, granted, ...renaming(state, member) }],
    row: adminRow(state.head as Head, 'admin_permissions_changed', by.accountId, username, by.username, { granted }),
    reply: () => ({ granted }),
    userEvents: () => permissionsEvent(state, account),
  };
}

function denyNeeds(needs: Needs, { by }: CommandOf<'deny_permissions'>): void {
  needs.member(by.accountId);
}

/** It binds admins too, unless the restricted permission was granted to them. */
function denyPermissions(state: RoomState, command: CommandOf<'deny_permissions'>): Handled {
  const { by } = command;
  const admin = adminOr(state, by);
  if (isRefused(admin)) return admin;
  const head = state.head as Head;
  if (!holds(head, admin, 'group.can_edit_permissions')) return refuse('not_admin');
  const denied = knownKeys(command.denied, memberKeys);
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'member_permissions_changed', denied }],
    row: adminRow(head, 'member_permissions_changed', by.accountId, null, by.username, { denied }),
    reply: () => roomView(state, by.accountId),
    userEvents: () => adminEvents(state),
  };
}

/** Plain members all have the same permissions and get one event together. */
export const adminEvents = (state: RoomState) =>
  listedAdmins(state).flatMap(({ account }) => permissionsEvent(state, account));

const everyAdminKey = [...adminKeys].sort();

/** On purpose: the former founder stays as an admin with every key. */
function handOver(state: RoomState, command: CommandOf<'hand_over'>): Handled {
  const { by, account, unfit } = command;
  const founder = founderOr(state, by);
  if (isRefused(founder)) return founder;
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { member } = target;
  if (!member) return refuse('not_member');
  const view = () => roomView(state, by.accountId);
  if (member.role === 'founder') return reply(view());
  const { username } = member;
  const former = { from: by.accountId, fromGranted: everyAdminKey };
  const fromUsername = by.username === founder.username ? {} : { fromUsername: by.username };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'founder_changed', account, username, ...former, ...fromUsername }],
    row: eventRow(state.head as Head, 'founder_changed', by.accountId, username, by.username),
    reply: view,
    userEvents: () => [
      { to: account, type: 'room:new', room: roomView(state, account) },
      ...permissionsEvent(state, account),
      ...permissionsEvent(state, by.accountId),
    ],
  };
}

export const roleHandlers: Handlers<Aimed['type'] | 'deny_permissions'> = {
  promote_member: { needs: rolesNeeds, handle: promoteMember },
  demote_admin: { needs: rolesNeeds, handle: demoteAdmin },
  grant_permissions: { needs: rolesNeeds, handle: grantPermissions },
  hand_over: { needs: rolesNeeds, handle: handOver },
  deny_permissions: { needs: denyNeeds, handle: denyPermissions },
};
