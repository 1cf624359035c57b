/** Coming and going: join, leave with its hand-over, the welcome. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/account.js';
import type { Fact } from '#src/domain/log.js';
import type { EventType } from '#src/domain/message.js';
import { noContent } from '#src/domain/message.js';
import type { Head, Member } from '#src/domain/room.js';
import { memberId } from '#src/store/collections.js';
import { exists, isRefused, memberOr, roomView } from './access.js';
import type { CommandOf, Handled } from './handler.js';
import type { RowDraft } from './land.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';

/** An event row, for whom the room shows events to. */
export function eventRow(
  head: Head,
  type: EventType,
  owner: AccountId | null,
  subject: string | null,
  actor: string | null,
  data: Record<string, unknown> = {},
): RowDraft {
  const { eventsVisibility } = head.settings;
  return {
    ...noContent,
    kind: 'event',
    clientId: null,
    sender: null,
    replyTo: null,
    discussionOf: null,
    audience: eventsVisibility === 'all' ? 'all' : eventsVisibility === 'admins' ? 'admins' : 'hidden',
    event: { type, username: subject, actor, data },
    mentioned: [],
    mentionsAll: false,
    owner,
  };
}

export function joinRoomNeeds(needs: Needs, { by }: CommandOf<'join_room'>): void {
  const { state } = needs;
  if (needs.member(by.accountId)?.present || !state.head?.settings.joinApproval) return;
  needs.once('request', (reader) => reader.get('requests', memberId(state.id, by.accountId)));
}

export function joinRoom(state: RoomState, command: CommandOf<'join_room'>, turn: { now: number }): Handled {
  const { by } = command;
  if (!exists(state)) return refuse('room_not_found');
  const view = () => roomView(state, by.accountId);
  if (state.memberOf(by.accountId)) return reply({ status: 'already_member', room: view() });
  const { settings } = state.head;
  if (settings.starGated) return refuse('star_required');
  if (settings.joinApproval) return requestToJoin(state, command);
  if (settings.visibility === 'closed') return refuse('room_closed');
  return admit(state, by, { reply: () => ({ status: 'joined', room: view() }), now: turn.now });
}

/** Asking again while the admins have not decided changes nothing. */
function requestToJoin(state: RoomState, command: CommandOf<'join_room'>): Handled {
  const { accountId, username } = command.by;
  const requested = () => ({ status: 'requested', room: roomView(state, accountId) });
  if (hasOpenRequest(state, command, accountId)) return reply(requested());
  const facts: Fact[] = [{ type: 'request_made', account: accountId, username }];
  return { kind: 'commit', by: accountId, facts, reply: requested };
}

/** What was read may be older than the newest entries. */
function hasOpenRequest(state: RoomState, command: object, account: AccountId): boolean {
  const told = state.recent
    .flatMap(({ facts }) => facts)
    .findLast((fact) => (fact.type === 'request_made' || fact.type === 'member_joined') && fact.account === account);
  return told ? told.type === 'request_made' : (state.readsFor(command).request ?? null) !== null;
}

interface Admission {
  reply: () => unknown;
  now: number;
}

/** One entry brings the person in; the welcome follows as a command of its own. */
export function admit(state: RoomState, { accountId, username }: Caller, { reply: answer, now }: Admission): Handled {
  const head = state.head as Head;
  const before = state.members.get(accountId);
  const joined: Fact = {
    type: 'member_joined',
    account: accountId,
    username,
    role: 'member',
    historyFrom: head.settings.historyForNewMembers ? 0 : 1,
    mutedUntil: before?.mutedUntil && before.mutedUntil > now ? before.mutedUntil : null,
  };
  return {
    kind: 'commit',
    by: accountId,
    facts: [joined],
    row: eventRow(head, 'member_joined', accountId, username, username),
    reply: answer,
    notes: () => [{ to: accountId, type: 'membership', roomId: state.id, slug: head.slug, member: true }],
    ...(head.settings.showWelcome && head.settings.welcomeMessage
      ? { follow: [{ type: 'write_welcome', account: accountId, username, joinedSeq: head.seq + 1 }] }
      : {}),
  };
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

export function leaveRoomNeeds(needs: Needs, { by }: CommandOf<'leave_room'>): void {
  const { state } = needs;
  const member = needs.member(by.accountId);
  if (member?.role !== 'founder' || !member.present || admins(state).length > 0) return;
  const prefix = [state.id, 'member'];
  const successors = needs.once('successors', (reader) =>
    reader.range<Member>('members', { index: 'byRole', prefix, limit: 20 }),
  );
  // What the store offers may have left since, in memory; then look again further.
  for (const { account } of successors ?? []) needs.member(account);
}

export function leaveRoom(state: RoomState, command: CommandOf<'leave_room'>): Handled {
  const { by } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if ((state.head as Head).memberCount === 1) return leaveLast(state, member);
  return member.role === 'founder' ? handOver(state, command, member) : leave(state, member);
}

const goodbye = (state: RoomState, account: AccountId, slug: string) => () =>
  [
    { to: account, type: 'membership', roomId: state.id, slug, member: false },
    { to: account, type: 'room:gone', roomId: state.id, slug, reason: 'left' },
  ] as const;

const hasLeft = ({ account, username }: Member): Fact => ({ type: 'member_left', account, username, reason: 'left' });

function leave(state: RoomState, member: Member): Handled {
  const head = state.head as Head;
  return {
    kind: 'commit',
    by: member.account,
    facts: [hasLeft(member)],
    row: eventRow(head, 'member_left', member.account, member.username, member.username),
    reply: () => ({ status: 'left' }),
    notes: () => [...goodbye(state, member.account, head.slug)()],
  };
}

function leaveLast(state: RoomState, member: Member): Handled {
  const { slug } = state.head as Head;
  return {
    kind: 'commit',
    by: member.account,
    facts: [hasLeft(member), { type: 'room_deleted' }],
    reply: () => ({ status: 'room_gone' }),
    notes: () => [...goodbye(state, member.account, slug)()],
  };
}

function handOver(state: RoomState, command: CommandOf<'leave_room'>, founder: Member): Handled {
  const head = state.head as Head;
  const heir = successor(state, command, founder);
  if (!heir) return refuse('unavailable', { retryAfterMs: 100 });
  return {
    kind: 'commit',
    by: founder.account,
    facts: [
      hasLeft(founder),
      { type: 'founder_changed', account: heir.account, username: heir.username, from: founder.account },
    ],
    row: eventRow(head, 'founder_changed', founder.account, heir.username, founder.username),
    reply: () => ({ status: 'handed_over', founderId: heir.account }),
    notes: () => [
      ...goodbye(state, founder.account, head.slug)(),
      { to: heir.account, type: 'room:new', room: roomView(state, heir.account) },
    ],
  };
}

const admins = (state: RoomState): Member[] =>
  [...state.members.values()].filter((member): member is Member => member?.present === true && member.role === 'admin');

/** The admin of longest standing, else the member of longest standing; ties go to the smaller account id. */
function successor(state: RoomState, command: object, founder: Member): Member | undefined {
  const candidates = new Map<AccountId, Member>();
  for (const { account } of state.readsFor(command).successors ?? []) {
    const member = state.memberOf(account);
    if (member) candidates.set(account, member);
  }
  for (const member of state.members.values()) if (member?.present) candidates.set(member.account, member);
  candidates.delete(founder.account);
  const rank = (member: Member) => (member.role === 'admin' ? 0 : 1);
  return [...candidates.values()].sort(
    (a, b) => rank(a) - rank(b) || a.since - b.since || a.joinedSeq - b.joinedSeq || (a.account < b.account ? -1 : 1),
  )[0];
}
