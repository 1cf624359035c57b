/** Who is kept out and who asks to come in: bans, requests, and adding people. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { holds } from '#src/domain/rooms/permissions.js';
import type { Ban, Head, JoinRequest, Member } from '#src/domain/rooms/room.js';
import { blockId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { adminOr, exists, isRefused } from '../access/access.js';
import { needsTarget, targetOr } from '../access/targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { admit, entryRefusal } from './join-and-leave.js';

const LISTED_MAX = 10_000;

function listBansNeeds(needs: Needs, { by }: CommandOf<'list_bans'>): void {
  if (!needs.member(by.accountId)?.present) return;
  const range = { index: 'byRoom', prefix: [needs.state.id], desc: true, limit: LISTED_MAX };
  needs.once('bans', (reader) => reader.range<Ban>('bans', range));
}

/** Newest first; memory is ahead of what was read. */
function listBans(state: RoomState, command: CommandOf<'list_bans'>): Handled {
  const admin = adminOr(state, command.by);
  if (isRefused(admin)) return admin;
  const bans = current(state.readsFor(command).bans ?? [], state.bans);
  return reply({ bans: bans.sort((a, b) => b.seq - a.seq) });
}

function listRequestsNeeds(needs: Needs, { by }: CommandOf<'list_requests'>): void {
  if (!needs.member(by.accountId)?.present) return;
  const range = { index: 'byRoom', prefix: [needs.state.id], limit: LISTED_MAX };
  needs.once('requests', (reader) => reader.range<JoinRequest>('requests', range));
}

/** Oldest first. */
function listRequests(state: RoomState, command: CommandOf<'list_requests'>): Handled {
  const admin = adminOr(state, command.by);
  if (isRefused(admin)) return admin;
  const requests = current(state.readsFor(command).requests ?? [], state.requests);
  return reply({ requests: requests.sort((a, b) => a.seq - b.seq) });
}

interface AdmissionRecord {
  account: AccountId;
  active: true | null;
}

function current<T extends AdmissionRecord>(read: T[], memory: ReadonlyMap<string, T | null>): T[] {
  const records = new Map(read.map((record) => [record.account, record]));
  for (const record of memory.values()) if (record) records.set(record.account, record);
  return [...records.values()].filter(({ active }) => active);
}

function requestNeeds(needs: Needs, { by, account }: CommandOf<'approve_request' | 'reject_request'>): void {
  needsTarget(needs, by, account);
  needs.request(account);
  needs.ban(account);
}

function approveRequest(state: RoomState, command: CommandOf<'approve_request'>, turn: { now: number }): Handled {
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { by, account } = command;
  const request = state.requests.get(account);
  if (target.member || !request?.active) return refuse('not_found');
  const code = entryRefusal(state, account);
  if (code) return refuse(code);
  const who = { accountId: account, username: target.username ?? request.username };
  return admit(state, who, { by, reply: () => null, now: turn.now });
}

/** No notice to the person, who may ask again. */
function rejectRequest(state: RoomState, command: CommandOf<'reject_request'>): Handled {
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { by, account } = command;
  if (!state.requests.get(account)?.active) return reply(null);
  return { kind: 'commit', by: by.accountId, facts: [{ type: 'request_settled', account }], reply: () => null };
}

function addMemberNeeds(needs: Needs, { by, account }: CommandOf<'add_member'>): void {
  needs.member(by.accountId);
  if (account === null) return;
  needsTarget(needs, by, account);
  needs.ban(account);
  needs.request(account);
  needs.once('isBlocked', (reader) => hasBlocked(reader, account, by.accountId));
}

/** Being added is contact: whoever was blocked cannot bring the blocker into a room. The other way round they may. */
async function hasBlocked(reader: Reader, account: AccountId, by: AccountId): Promise<boolean> {
  const block = await reader.get<Doc & { active: true | null }>('blocks', blockId(account, by));
  return block?.active === true;
}

/** Past the closed room and the queue, not past a ban, a block or stars. */
function addMember(state: RoomState, command: CommandOf<'add_member'>, turn: { now: number }): Handled {
  const { by, account, unfit } = command;
  const code = keyRefusal(state, by, 'group.can_invite_members');
  if (code) return refuse(code);
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const target = account === null ? refuse('not_found') : targetOr(state, { ...command, account }, command);
  if (isRefused(target)) return target;
  if (target.member) return reply({ member: target.member, added: false });
  const accountId = account as AccountId;
  if (target.username === null) return refuse('not_found');
  if (state.readsFor(command).isBlocked) return refuse('blocked');
  const closed = entryRefusal(state, accountId);
  if (closed) return refuse(closed);
  return admit(
    state,
    { accountId, username: target.username },
    { by, reply: () => ({ member: state.memberOf(accountId) as Member, added: true }), now: turn.now },
  );
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

export const admissionHandlers: Handlers<
  'list_bans' | 'list_requests' | 'approve_request' | 'reject_request' | 'add_member'
> = {
  list_bans: { needs: listBansNeeds, handle: listBans },
  list_requests: { needs: listRequestsNeeds, handle: listRequests },
  approve_request: { needs: requestNeeds, handle: approveRequest },
  reject_request: { needs: requestNeeds, handle: rejectRequest },
  add_member: { needs: addMemberNeeds, handle: addMember },
};
