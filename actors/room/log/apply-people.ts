/** The effects of facts about people, permissions and settings on memory. */

import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Ban, Head, JoinRequest } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import { inviteDoc } from '../model/invite-docs.js';
import type { RoomState } from '../model/room-state.js';
import { expiryAfter } from './apply-expiry.js';
import { change, founderChanged, joined, left, roleChanged } from './apply-members.js';

type FactOf<T extends Fact['type']> = Extract<Fact, { type: T }>;

export function applyPeople(state: RoomState, fact: Fact, entry: LogEntry): void {
  switch (fact.type) {
    case 'member_joined':
      joined(state, fact, entry);
      return settle(state, fact.account, entry);
    case 'member_left':
      return left(state, fact.account, entry.seq);
    case 'founder_changed':
      return founderChanged(state, fact, entry);
    case 'role_changed':
      return roleChanged(state, fact, entry);
    case 'admin_permissions_changed':
      return change(state, fact, entry, (member) => ({ ...member, granted: fact.granted }));
    case 'member_muted':
      return change(state, fact, entry, (member) => ({ ...member, mutedUntil: fact.until }));
    case 'member_unmuted':
      return change(state, fact, entry, (member) => ({ ...member, mutedUntil: null }));
    case 'member_tagged':
      return change(state, fact, entry, (member) => ({ ...member, tag: fact.tag }));
    default:
      return applyAdmission(state, fact, entry);
  }
}

/** Bans, requests and invites; then facts that concern everybody. */
function applyAdmission(state: RoomState, fact: Fact, entry: LogEntry): void {
  switch (fact.type) {
    case 'member_banned':
      return newer(state.bans, fact.account, banDoc(state.id, fact, entry));
    case 'member_unbanned':
      return newer(state.bans, fact.account, { ...noBan(state.id, fact.account), rev: entry.seq });
    case 'request_made':
      return newer(state.requests, fact.account, requestDoc(state.id, fact, entry));
    case 'request_settled':
      return settle(state, fact.account, entry);
    case 'invite_created':
    case 'invite_used':
    case 'invite_cancelled':
      return newer(state.invites, fact.invite.code, inviteDoc(state.id, fact.invite, entry.seq));
    case 'member_permissions_changed':
      return governed(state, entry, (head) => ({ ...head, memberDenied: fact.denied }));
    case 'room_settings_changed':
      return governed(state, entry, (head) => ({
        ...head,
        ...expiryAfter(head, fact.settings, entry.at),
        settings: { ...head.settings, ...fact.settings },
        memberDenied: fact.denied ?? head.memberDenied,
      }));
  }
}

/** Replaying older entries does not revert newer values of the stored head. */
function governed(state: RoomState, entry: LogEntry, make: (head: Head) => Head): void {
  const head = state.head as Head;
  if (head.seq >= entry.seq) return;
  state.head = make(head);
  // Pins and lifetimes are shown with each row.
  state.views.clear();
}

function newer<T extends { rev: number }>(known: Map<string, T | null>, key: string, doc: T): void {
  if ((known.get(key)?.rev ?? 0) < doc.rev) known.set(key, doc);
}

function settle(state: RoomState, account: string, { seq }: LogEntry): void {
  const request = state.requests.get(account);
  if (request && request.rev < seq) state.requests.set(account, { ...request, active: null, rev: seq });
}

export function banDoc(room: string, fact: FactOf<'member_banned'>, { seq, at }: LogEntry): Ban {
  const { account, username, reason, actor: bannedBy } = fact;
  return { _id: memberId(room, account), room, account, username, reason, bannedBy, seq, at, active: true, rev: seq };
}

/** An account that is not banned, or no longer. */
export function noBan(room: string, account: string): Ban {
  const nothing = { username: null, reason: null, bannedBy: '', seq: 0, at: 0, active: null, rev: 0 };
  return { _id: memberId(room, account), room, account, ...nothing };
}

export function requestDoc(room: string, fact: FactOf<'request_made'>, { seq, at }: LogEntry): JoinRequest {
  const { account, username } = fact;
  return { _id: memberId(room, account), room, account, username, seq, at, active: true, rev: seq };
}
