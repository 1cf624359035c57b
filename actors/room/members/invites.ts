/** Links that let people in. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import { type Invite, isUsable } from '#src/domain/rooms/invite.js';
import { adminOr, exists, isRefused, keyRefusal, roomView } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { InviteDoc } from '../model/invite-docs.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { LISTED_MAX } from './admission-records.js';
import { admit, entryRefusal } from './join-and-leave.js';

const HOUR_MS = 3_600_000;

function callerNeeds(needs: Needs, { by }: CommandOf<'create_invite'>): void {
  needs.member(by.accountId);
}

function createInvite(state: RoomState, command: CommandOf<'create_invite'>, turn: Turn): Handled {
  const { by, expiresInHours, maxUses, unfit } = command;
  const code = keyRefusal(state, by, 'group.can_create_invite_link');
  if (code) return refuse(code);
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const invite: Invite = {
    code: turn.env.uuid().replaceAll('-', ''),
    createdBy: by.username,
    createdAt: turn.now,
    expiresAt: expiresInHours === null ? null : turn.now + expiresInHours * HOUR_MS,
    uses: 0,
    maxUses,
    cancelled: false,
  };
  return { kind: 'commit', by: by.accountId, facts: [{ type: 'invite_created', invite }], reply: () => invite };
}

function listInvitesNeeds(needs: Needs, { by }: CommandOf<'list_invites'>): void {
  if (!needs.member(by.accountId)?.present) return;
  const range = { index: 'byRoom', prefix: [needs.state.id], desc: true, limit: LISTED_MAX };
  needs.once('invites', (reader) => reader.range<InviteDoc>('invites', range));
}

/** Those that still let somebody in, newest first. */
function listInvites(state: RoomState, command: CommandOf<'list_invites'>, turn: { now: number }): Handled {
  const admin = adminOr(state, command.by);
  if (isRefused(admin)) return admin;
  const invites = new Map((state.readsFor(command).invites ?? []).map((invite) => [invite.code, invite]));
  for (const invite of state.invites.values()) if (invite) invites.set(invite.code, invite);
  const usable = [...invites.values()].filter((invite) => isUsable(invite, turn.now));
  return reply({ invites: usable.sort((a, b) => b.createdAt - a.createdAt || (a.code < b.code ? -1 : 1)) });
}

function inviteNeeds(needs: Needs, { by, code }: CommandOf<'cancel_invite' | 'view_invite' | 'join_by_invite'>): void {
  needs.member(by.accountId);
  needs.invite(code);
}

function cancelInvite(state: RoomState, { by, code }: CommandOf<'cancel_invite'>, turn: { now: number }): Handled {
  const refused = keyRefusal(state, by, 'group.can_cancel_invite_link');
  if (refused) return refuse(refused);
  const invite = usable(state, code, turn.now);
  if (!invite) return refuse('not_found');
  const cancelled = { ...invite, cancelled: true };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'invite_cancelled', invite: cancelled }],
    reply: () => null,
  };
}

function usable(state: RoomState, code: string, now: number): Invite | null {
  const doc = state.invites.get(code);
  if (!doc || !isUsable(doc, now)) return null;
  const { createdBy, createdAt, expiresAt, uses, maxUses, cancelled } = doc;
  return { code, createdBy, createdAt, expiresAt, uses, maxUses, cancelled };
}

function viewInvite(state: RoomState, { by, code }: CommandOf<'view_invite'>, turn: { now: number }): Handled {
  const isOpen = exists(state) && usable(state, code, turn.now);
  return isOpen ? reply(roomView(state, by.accountId)) : refuse('not_found');
}

function joinByInviteNeeds(needs: Needs, command: CommandOf<'join_by_invite'>): void {
  inviteNeeds(needs, command);
  needs.ban(command.by.accountId);
  needs.request(command.by.accountId);
}

/** An invite opens a closed room and skips the approval queue. It lifts no ban and pays no stars. A member spends no use. */
function joinByInvite(state: RoomState, { by, code }: CommandOf<'join_by_invite'>, turn: { now: number }): Handled {
  const invite = exists(state) ? usable(state, code, turn.now) : null;
  if (!invite) return refuse('not_found');
  const answer = (status: string) => ({ status, room: roomView(state, by.accountId) });
  if (state.memberOf(by.accountId)) return reply(answer('already_member'));
  const closed = entryRefusal(state, by.accountId);
  if (closed) return refuse(closed);
  const used = { ...invite, uses: invite.uses + 1 };
  const facts = [{ type: 'invite_used' as const, invite: used }];
  return admit(state, by, { by, reply: () => answer('joined'), now: turn.now, facts });
}

export const inviteHandlers: Handlers<
  'create_invite' | 'list_invites' | 'cancel_invite' | 'view_invite' | 'join_by_invite'
> = {
  create_invite: { needs: callerNeeds, handle: createInvite },
  list_invites: { needs: listInvitesNeeds, handle: listInvites },
  cancel_invite: { needs: inviteNeeds, handle: cancelInvite },
  view_invite: { needs: inviteNeeds, handle: viewInvite },
  join_by_invite: { needs: joinByInviteNeeds, handle: joinByInvite },
};
