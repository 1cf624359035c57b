import { refuse } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { RoomView } from '#src/domain/messages/views.js';
import { shownMemberCount } from '#src/domain/rooms/dm.js';
import { holds, isAdmin, permissionsOf } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { primaryPhotoOf } from '#src/domain/rooms/room-photos.js';
import type { UserEvent } from '../commands.js';
import type { RoomState } from '../model/room-state.js';
import { livePins, newestPin } from '../model/row-views.js';
import { peerView } from './dm-access.js';

type Refused = ReturnType<typeof refuse>;

/** The caller's membership, or why there is none: no such room, then not a member. */
export function memberOr(state: RoomState, by: Caller): Member | Refused {
  if (!exists(state)) return refuse('room_not_found');
  return state.memberOf(by.accountId) ?? refuse('not_member');
}

/** The caller as an admin; a stranger is refused like a member without the role. */
export function adminOr(state: RoomState, by: Caller): Member | Refused {
  if (!exists(state)) return refuse('room_not_found');
  const member = state.memberOf(by.accountId);
  return member && isAdmin(member) ? member : refuse('not_admin');
}

export function founderOr(state: RoomState, by: Caller): Member | Refused {
  const admin = adminOr(state, by);
  return isRefused(admin) || admin.role === 'founder' ? admin : refuse('not_admin');
}

export const isRefused = (value: object): value is Refused => 'kind' in value && value.kind === 'refuse';

/** The event for a member's devices when the member's permissions have changed. */
export function permissionsEvent(state: RoomState, account: AccountId): UserEvent[] {
  const head = state.head as Head;
  const member = state.memberOf(account);
  if (!member) return [];
  const permissions = permissionsOf(head, member);
  return [{ to: account, type: 'permissions:changed', slug: head.slug, role: member.role, permissions }];
}

export const exists = (state: RoomState): state is RoomState & { head: Head } =>
  state.head !== null && !state.head.deleted;

/** The room as this account sees it. */
export function roomView(state: RoomState, account: AccountId): RoomView {
  const head = state.head as Head;
  const member = state.memberOf(account);
  const { id, slug, kind, settings, memberDenied, createdAt, founder, organization, groupTypeId } = head;
  return {
    id,
    slug,
    kind,
    settings,
    memberDenied,
    createdAt,
    organization,
    groupTypeId,
    memberCount: shownMemberCount(head),
    founder,
    peer: peerView(state, account),
    avatar: primaryPhotoOf(head),
    pins: livePins(state),
    pinned: newestPin(state, member),
    isMember: member !== null,
    myRole: member?.role ?? null,
    myPermissions: permissionsOf(head, member),
  };
}

/** Admins only, and of those the ones with the key. */
export function keyRefusal(
  state: RoomState,
  by: Caller,
  key: string,
): 'room_not_found' | 'not_admin' | 'not_allowed' | null {
  if (!exists(state)) return 'room_not_found';
  const admin = adminOr(state, by);
  if (isRefused(admin)) return 'not_admin';
  return holds(state.head as Head, admin, key) ? null : 'not_allowed';
}
