/** The target of a command: a member, or at least an account. */
import { refuse } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { holds } from '#src/domain/rooms/permissions.js';
import { type Head, type Member, renamed } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import type { Needs } from '../model/needs.js';
import type { KnownAccount, RoomState } from '../model/room-state.js';
import { adminOr, isRefused } from './access.js';

type Refused = ReturnType<typeof refuse>;

export interface Target {
  actor: Member;
  /** Null when they are not in the room. */
  member: Member | null;
  username: string | null;
  isBot: boolean;
}

/** The account as well, of a member too: the document of a member keeps the name of the joining, and new rows tell the present one. */
export function needsTarget(needs: Needs, by: Caller, account: AccountId): void {
  if (!needs.member(by.accountId)?.present) return;
  needs.member(account);
  needsAccount(needs, account);
}

/** The account where the room has no such member, to tell whether it exists. */
export function needsSomebody(needs: Needs, by: Caller, account: AccountId): void {
  if (needs.member(by.accountId)?.present && !needs.member(account)?.present) needsAccount(needs, account);
}

function needsAccount(needs: Needs, account: AccountId): void {
  needs.once('account', (reader) => reader.get<Doc & KnownAccount>('accounts', account));
}

/**
 * The first checks, in this order: room, role of the caller, existence of the target. `known`: a target that the room
 * knows although the account may be deleted.
 */
export function targetOr(
  state: RoomState,
  command: { by: Caller; account: AccountId },
  readFor: object = command,
  known: KnownAccount | null = null,
): Target | Refused {
  const actor = adminOr(state, command.by);
  if (isRefused(actor)) return actor;
  const account = state.readsFor(readFor).account;
  const stored = state.memberOf(command.account);
  const member = stored && renamed(stored, account?.username);
  const found = member ?? account ?? known;
  if (!found) return refuse('not_found');
  return { actor, member, username: found.username, isBot: account?.bot !== undefined };
}

/** The present username for a fact about the member, where the room has a former one. */
export const renaming = (state: RoomState, { account, username }: Member): { username?: string } =>
  username === state.memberOf(account)?.username ? {} : { username };

/** The keys that acting against this person takes: one more against an admin. */
export function mayModerate(head: Head, actor: Member, member: Member | null): boolean {
  if (!holds(head, actor, 'group.can_ban_members')) return false;
  return member?.role !== 'admin' || holds(head, actor, 'group.can_ban_administrators');
}

/** Target, founder, permission: the specification's order of moderation. `who`: whether only members can be meant. */
export function moderatedOr(
  state: RoomState,
  command: { by: Caller; account: AccountId },
  who: 'member' | 'anybody',
  known: KnownAccount | null = null,
): Target | Refused {
  const target = targetOr(state, command, command, known);
  if (isRefused(target)) return target;
  const { actor, member } = target;
  if (who === 'member' && !member) return refuse('not_member');
  if (member?.role === 'founder') return refuse('founder_protected');
  return mayModerate(state.head as Head, actor, member) ? target : refuse('not_allowed');
}
