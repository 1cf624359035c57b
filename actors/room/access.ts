import { refuse } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/account.js';
import { permissionsOf } from '#src/domain/permissions.js';
import type { Head, Member } from '#src/domain/room.js';
import type { RoomView } from '#src/domain/views.js';
import type { RoomState } from './room-state.js';

type Refused = ReturnType<typeof refuse>;

/** The caller's membership, or why there is none: no such room, then not a member. */
export function memberOr(state: RoomState, by: Caller): Member | Refused {
  if (!exists(state)) return refuse('room_not_found');
  return state.memberOf(by.accountId) ?? refuse('not_member');
}

export const isRefused = (value: Member | Refused): value is Refused => 'kind' in value;

export const exists = (state: RoomState): state is RoomState & { head: Head } =>
  state.head !== null && !state.head.deleted;

/** The room as this account sees it. */
export function roomView(state: RoomState, account: AccountId): RoomView {
  const head = state.head as Head;
  const member = state.memberOf(account);
  const { id, slug, kind, settings, memberDenied, createdAt, memberCount, founder, pins } = head;
  return {
    id,
    slug,
    kind,
    settings,
    memberDenied,
    createdAt,
    memberCount,
    founder,
    pins,
    pinned: null,
    isMember: member !== null,
    myRole: member?.role ?? null,
    myPermissions: permissionsOf(head, member),
  };
}
