/** Requests to join: the list, approval, rejection. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { JoinRequest } from '#src/domain/rooms/room.js';
import { adminOr, isRefused } from '../access/access.js';
import { needsTarget, targetOr } from '../access/targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { current, LISTED_MAX } from './admission-records.js';
import { admit, entryRefusal } from './join-and-leave.js';

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

function approveRequestNeeds(needs: Needs, { by, account }: CommandOf<'approve_request'>): void {
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

function rejectRequestNeeds(needs: Needs, { by, account }: CommandOf<'reject_request'>): void {
  needs.member(by.accountId);
  needs.request(account);
}

/**
 * The person gets no notification, and may request again. The account is not read: its deletion removes its requests,
 * and an admin may reject one from an older list.
 */
function rejectRequest(state: RoomState, { by, account }: CommandOf<'reject_request'>): Handled {
  const admin = adminOr(state, by);
  if (isRefused(admin)) return admin;
  if (!state.requests.get(account)?.active) return reply(null);
  return { kind: 'commit', by: by.accountId, facts: [{ type: 'request_settled', account }], reply: () => null };
}

export const joinRequestHandlers: Handlers<'list_requests' | 'approve_request' | 'reject_request'> = {
  list_requests: { needs: listRequestsNeeds, handle: listRequests },
  approve_request: { needs: approveRequestNeeds, handle: approveRequest },
  reject_request: { needs: rejectRequestNeeds, handle: rejectRequest },
};
