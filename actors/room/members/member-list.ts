/** The members of the room, oldest join first, by pages: a room may have more members than fit one answer. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { MEMBERS_MAX } from '#src/domain/limits.js';
import { isAdmin } from '#src/domain/rooms/permissions.js';
import type { Head, Member, RoomId } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import { isRefused, memberOr } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { NamedMembers } from '../model/reads.js';
import type { RoomState } from '../model/room-state.js';

type ListMembers = CommandOf<'list_members'>;

function listMembersNeeds(needs: Needs, { by, after, name, limit = MEMBERS_MAX }: ListMembers): void {
  const { state } = needs;
  const caller = needs.member(by.accountId);
  const from = startOf(after === undefined ? null : needs.member(after));
  if (!caller?.present || from === undefined) return;
  if (name !== undefined) {
    needs.once('named', (reader) => membersNamed(reader, state.id, foldUsername(name), limit + 1));
    return;
  }
  if (state.head && seesAdminsOnly(state, caller)) return;
  const range = { index: 'byRoom', prefix: [state.id], gt: from, limit: limit + 1 };
  needs.once('members', (reader) => reader.range<Member>('members', range));
}

/** The member before the page, who may have left since. Undefined: not known yet. */
const startOf = (after: Member | null | undefined): number | undefined => (after === null ? 0 : after?.joinedSeq);

const seesAdminsOnly = (state: RoomState, caller: Member): boolean =>
  !(state.head as Head).settings.showMembers && !isAdmin(caller);

function listMembers(state: RoomState, command: ListMembers): Handled {
  const { by, after, limit = MEMBERS_MAX } = command;
  const caller = memberOr(state, by);
  if (isRefused(caller)) return caller;
  const behind = after === undefined ? null : state.members.get(after);
  if (after !== undefined && !behind) return refuse('not_found');
  const from = startOf(behind) ?? 0;
  const { members: listed, named } = state.readsFor(command);
  const read = named?.members ?? listed ?? [];
  // Members behind a full page belong to the next one, whether they are in memory or not.
  const upTo = !named && read.length > limit ? (read.at(-1) as Member).joinedSeq : Number.POSITIVE_INFINITY;
  const members = merged(state, read)
    .filter(({ account }) => !named || named.accounts.has(account))
    .filter(({ present, joinedSeq }) => present && joinedSeq > from && joinedSeq <= upTo)
    .filter((member) => isAdmin(member) || !seesAdminsOnly(state, caller))
    .sort((a, b) => a.joinedSeq - b.joinedSeq);
  const page = { members: members.slice(0, limit), hasMore: members.length > limit || read.length > limit };
  return reply(state.isBlocked ? { ...page, isBlocked: true } : page);
}

/** Memory is newer than the store. */
function merged(state: RoomState, read: Member[]): Member[] {
  const listed = new Map(read.map((member) => [member.account, member]));
  for (const member of state.members.values()) if (member) listed.set(member.account, member);
  return [...listed.values()];
}

type NameDoc = Doc & { account: AccountId };

/** At most this many names are checked; further typed letters make the matches fewer. */
const NAMES_MAX = 2_000;
const NAMES_PER_READ_MAX = 200;

/**
 * Members whose names begin so, by way of the names of all accounts: a room keeps none of its own in order, and the name
 * in a member's document is that of the joining.
 */
async function membersNamed(reader: Reader, room: RoomId, begin: string, most: number): Promise<NamedMembers> {
  const found: Member[] = [];
  const accounts = new Set<AccountId>();
  let bound: Pick<Range, 'gt' | 'gte'> = { gte: begin };
  for (let looked = 0; looked < NAMES_MAX && found.length < most; looked += NAMES_PER_READ_MAX) {
    const range: Range = { index: '_id', ...bound, lt: `${begin}\uffff`, limit: NAMES_PER_READ_MAX };
    const names: NameDoc[] = await reader.range<NameDoc>('usernames', range);
    for (const { account } of names) accounts.add(account);
    const ids = names.map(({ account }) => memberId(room, account));
    for (const member of await reader.getMany<Member>('members', ids)) if (member?.present) found.push(member);
    const last = names.at(-1);
    if (!last || names.length < NAMES_PER_READ_MAX) break;
    bound = { gt: last._id };
  }
  return { members: found, accounts };
}

export const memberListHandlers: Handlers<'list_members'> = {
  list_members: { needs: listMembersNeeds, handle: listMembers },
};
