/** Coming and going: join, leave with its hand-over, the welcome. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Account, AccountId, Caller } from '#src/domain/accounts/account.js';
import type { Fact } from '#src/domain/log/log.js';
import { type Head, type Member, renamed } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import { exists, isRefused, memberOr, permissionsEvent, roomView } from '../access/access.js';
import type { UserEvent } from '../commands.js';
import type { CommandOf, Handled } from '../handler.js';
import { eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

export function joinRoomNeeds(needs: Needs, { by }: CommandOf<'join_room'>): void {
  needs.member(by.accountId);
  needs.ban(by.accountId);
  needs.request(by.accountId);
}

/** Checks in the specification's order: membership, ban, stars, approval, closed room. */
export function joinRoom(state: RoomState, { by }: CommandOf<'join_room'>, turn: { now: number }): Handled {
  if (!exists(state)) return refuse('room_not_found');
  const view = () => roomView(state, by.accountId);
  if (state.memberOf(by.accountId)) return reply({ status: 'already_member', room: view() });
  const { settings } = state.head;
  const code = entryRefusal(state, by.accountId);
  if (code) return refuse(code);
  if (settings.joinApproval) return requestToJoin(state, by);
  if (settings.visibility === 'closed') return refuse('room_closed');
  return admit(state, by, { by, reply: () => ({ status: 'joined', room: view() }), now: turn.now });
}

/** The checks for every way of joining. */
export function entryRefusal(state: RoomState, account: AccountId): 'banned' | 'star_required' | null {
  if (state.bans.get(account)?.active) return 'banned';
  return (state.head as Head).settings.starGated ? 'star_required' : null;
}

/** Asking again while it is pending changes nothing: the place in the queue is that of the first time. */
function requestToJoin(state: RoomState, { accountId, username }: Caller): Handled {
  if (state.requests.get(accountId)?.active) {
    return reply({ status: 'requested', room: roomView(state, accountId) });
  }
  return {
    kind: 'commit',
    by: accountId,
    facts: [{ type: 'request_made', account: accountId, username }],
    reply: () => ({ status: 'requested', room: roomView(state, accountId) }),
  };
}

interface Joining {
  /** The admitting account: the joiner, or an admin. */
  by: Caller;
  reply: () => unknown;
  now: number;
  /** Further facts of the same entry. */
  facts?: Fact[];
}

/** One entry brings the person in; the welcome follows as a command of its own. */
export function admit(state: RoomState, who: Newcomer, joining: Joining): Handled {
  const { accountId, username } = who;
  const { by, reply: answer, now, facts = [] } = joining;
  const head = state.head as Head;
  const { settings } = head;
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [...facts, joinedFact(state, who, now)],
    row: eventRow(head, 'member_joined', by.accountId, username, by.username),
    reply: answer,
    userEvents: () => [
      { to: accountId, type: 'membership', roomId: state.id, slug: head.slug, member: true },
      ...newRoomEvents(state, accountId, by),
    ],
    ...(settings.showWelcome && settings.welcomeMessage
      ? { follow: [{ type: 'write_welcome', account: accountId, username, joinedSeq: head.seq + 1 }] }
      : {}),
  };
}

export type Newcomer = Pick<Caller, 'accountId' | 'username' | 'isBot'>;

function joinedFact(state: RoomState, { accountId, username, isBot }: Newcomer, now: number): Fact {
  const before = state.members.get(accountId);
  return {
    type: 'member_joined',
    account: accountId,
    username,
    role: 'member',
    historyFrom: (state.head as Head).settings.historyForNewMembers ? 0 : 1,
    mutedUntil: before?.mutedUntil && before.mutedUntil > now ? before.mutedUntil : null,
    ...(isBot && { isBot }),
  };
}

/** A person who was admitted by somebody else gets a notification. */
function newRoomEvents(state: RoomState, account: AccountId, by: Caller): UserEvent[] {
  return account === by.accountId ? [] : [{ to: account, type: 'room:new', room: roomView(state, account) }];
}

export function writeWelcomeNeeds(needs: Needs, { account }: CommandOf<'write_welcome'>): void {
  needs.member(account);
}

export function writeWelcome(state: RoomState, command: CommandOf<'write_welcome'>): Handled {
  const { account, username, joinedSeq } = command;
  const member = exists(state) ? state.memberOf(account) : null;
  const text = state.head?.settings.welcomeMessage;
  if (!member || member.joinedSeq !== joinedSeq || !text) return reply(null);
  const body = text.replaceAll('{username}', username);
  const row = eventRow(state.head as Head, 'welcome', account, username, null, { text: body });
  return { kind: 'commit', by: null, facts: [], row: { ...row, body }, reply: () => null };
}

type Leaving = CommandOf<'leave_room' | 'delete_room'>;

export function leaveRoomNeeds(needs: Needs, { by }: Leaving): void {
  const { state } = needs;
  const member = needs.member(by.accountId);
  if (member?.role !== 'founder' || !member.present) return;
  if (listedAdmins(state).length === 0) successorNeeds(needs);
  const heir = needs.complete ? successor(state, member)?.account : undefined;
  if (heir === undefined) return;
  needs.onceFor(
    'spellings',
    (known) => known.has(heir),
    async (reader) => {
      const account = await reader.get<Doc & Pick<Account, 'username'>>('accounts', heir);
      return new Map([[heir, account?.username ?? null]]);
    },
  );
}

function successorNeeds(needs: Needs): void {
  const prefix = [needs.state.id, 'member'];
  const successors = needs.once('successors', (reader) =>
    reader.range<Member>('members', { index: 'byRole', prefix, limit: 20 }),
  );
  // Candidates of the store may have left since, in memory; then the search continues.
  for (const { account } of successors ?? []) needs.member(account);
}

export function leaveRoom(state: RoomState, command: Leaving): Handled {
  const { by } = command;
  const found = memberOr(state, by);
  if (isRefused(found)) return found;
  const member = renamed(found, by.username);
  if ((state.head as Head).memberCount === 1) return leaveLast(state, member);
  return member.role === 'founder' ? handOver(state, command, member) : leave(state, member);
}

/** The event for the devices of an account that is no longer a member. */
export function departureEvents(
  state: RoomState,
  account: AccountId,
  reason: 'left' | 'kicked' | 'banned',
): UserEvent[] {
  const { slug } = state.head as Head;
  return [
    { to: account, type: 'membership', roomId: state.id, slug, member: false },
    { to: account, type: 'room:gone', roomId: state.id, slug, reason },
  ];
}

const hasLeft = ({ account, username }: Member): Fact => ({ type: 'member_left', account, username, reason: 'left' });

function leave(state: RoomState, member: Member): Handled {
  const head = state.head as Head;
  return {
    kind: 'commit',
    by: member.account,
    facts: [hasLeft(member)],
    row: eventRow(head, 'member_left', member.account, member.username, member.username),
    reply: () => ({ status: 'left' }),
    userEvents: () => departureEvents(state, member.account, 'left'),
  };
}

function leaveLast(state: RoomState, member: Member): Handled {
  return {
    kind: 'commit',
    by: member.account,
    facts: [hasLeft(member), { type: 'room_deleted' }],
    reply: () => ({ status: 'room_gone' }),
    userEvents: () => departureEvents(state, member.account, 'left'),
  };
}

function handOver(state: RoomState, command: Leaving, founder: Member): Handled {
  const head = state.head as Head;
  const heir = successor(state, founder);
  if (!heir) return refuse('unavailable', { retryAfterMs: 100 });
  const username = state.readsFor(command).spellings?.get(heir.account) ?? heir.username;
  return {
    kind: 'commit',
    by: founder.account,
    facts: [hasLeft(founder), { type: 'founder_changed', account: heir.account, username, from: founder.account }],
    row: eventRow(head, 'founder_changed', founder.account, username, founder.username),
    reply: () => ({ status: 'handed_over', founderId: heir.account }),
    userEvents: () => [
      ...departureEvents(state, founder.account, 'left'),
      { to: heir.account, type: 'room:new', room: roomView(state, heir.account) },
      ...permissionsEvent(state, heir.account),
    ],
  };
}

export const listedAdmins = (state: RoomState): Member[] =>
  [...state.members.values()].filter((member): member is Member => member?.present === true && member.role === 'admin');

/** The admin who has been in the room longest, else the member who has; ties go to the smaller account id. */
function successor(state: RoomState, founder: Member): Member | undefined {
  const candidates = new Map<AccountId, Member>();
  for (const member of state.members.values()) if (member?.present) candidates.set(member.account, member);
  candidates.delete(founder.account);
  const rank = (member: Member) => (member.role === 'admin' ? 0 : 1);
  return [...candidates.values()].sort(
    (a, b) =>
      rank(a) - rank(b) || a.joinedAt - b.joinedAt || a.joinedSeq - b.joinedSeq || (a.account < b.account ? -1 : 1),
  )[0];
}
