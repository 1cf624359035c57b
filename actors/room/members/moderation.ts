/** Keeping order: kick, ban, unban, mute, unmute, tag. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Fact } from '#src/domain/log/log.js';
import { holds } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { isRefused } from '../access/access.js';
import { moderatedOr, needsTarget, renaming, targetOr } from '../access/targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { departureEvents } from './join-and-leave.js';

const MINUTE_MS = 60_000;

type Aimed = CommandOf<'kick_member' | 'ban_member' | 'unban_member' | 'mute_member' | 'unmute_member' | 'tag_member'>;

export function moderationNeeds(needs: Needs, { by, account }: Aimed): void {
  needsTarget(needs, by, account);
}

export function banNeeds(needs: Needs, command: Aimed): void {
  moderationNeeds(needs, command);
  needs.ban(command.account);
  needs.request(command.account);
}

export function kickMember(state: RoomState, command: CommandOf<'kick_member'>): Handled {
  const target = moderatedOr(state, command, 'member');
  if (isRefused(target)) return target;
  const { username } = target;
  const { by, account } = command;
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [left(target.member as Member, 'kicked')],
    row: eventRow(state.head as Head, 'member_kicked', by.accountId, username, by.username),
    reply: () => null,
    userEvents: () => departureEvents(state, account, 'kicked'),
  };
}

const left = ({ account, username }: Member, reason: 'kicked' | 'banned'): Fact => ({
  type: 'member_left',
  account,
  username,
  reason,
});

/** Banning again changes nothing: the first reason stays. A ban ends a pending request. */
export function banMember(state: RoomState, command: CommandOf<'ban_member'>): Handled {
  const target = moderatedOr(state, command, 'anybody');
  if (isRefused(target)) return target;
  const { by, account, reason } = command;
  if (state.bans.get(account)?.active) return reply(null);
  const { member, username } = target;
  const facts: Fact[] = [{ type: 'member_banned', account, username, reason, actor: by.username }];
  if (member) facts.unshift(left(member, 'banned'));
  if (state.requests.get(account)?.active) facts.push({ type: 'request_settled', account });
  return {
    kind: 'commit',
    by: by.accountId,
    facts,
    row: eventRow(state.head as Head, 'member_banned', by.accountId, username, by.username),
    reply: () => null,
    userEvents: () => (member ? departureEvents(state, account, 'banned') : []),
  };
}

/** The ban of an account that is no more can be lifted too, while an older room still lists it. */
export function unbanMember(state: RoomState, command: CommandOf<'unban_member'>): Handled {
  const { by, account } = command;
  const ban = state.bans.get(account);
  const target = moderatedOr(state, command, 'anybody', ban?.active ? ban : null);
  if (isRefused(target)) return target;
  if (!ban?.active) return refuse('not_found');
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'member_unbanned', account }],
    row: eventRow(state.head as Head, 'member_unbanned', by.accountId, target.username, by.username),
    reply: () => null,
  };
}

/** Again while it lasts: it begins anew. */
export function muteMember(state: RoomState, command: CommandOf<'mute_member'>, turn: { now: number }): Handled {
  const target = moderatedOr(state, command, 'member');
  if (isRefused(target)) return target;
  const { by, account, minutes } = command;
  const until = turn.now + minutes * MINUTE_MS;
  const data = { until, seconds: minutes * 60 };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'member_muted', account, until, ...renaming(state, target.member as Member) }],
    row: eventRow(state.head as Head, 'member_muted', by.accountId, target.username, by.username, data),
    reply: () => ({ mutedUntil: until }),
  };
}

/** The row is written even when nobody was muted. */
export function unmuteMember(state: RoomState, command: CommandOf<'unmute_member'>): Handled {
  const target = moderatedOr(state, command, 'member');
  if (isRefused(target)) return target;
  const { by, account } = command;
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'member_unmuted', account, ...renaming(state, target.member as Member) }],
    row: eventRow(state.head as Head, 'member_unmuted', by.accountId, target.username, by.username),
    reply: () => null,
  };
}

/** The founder may be given a tag like anybody else. */
export function tagMember(state: RoomState, command: CommandOf<'tag_member'>): Handled {
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { actor, member } = target;
  const { by, account, tag, unfit } = command;
  if (!member) return refuse('not_member');
  if (!holds(state.head as Head, actor, 'group.can_edit_member_tags')) return refuse('not_admin');
  if (unfit) return { kind: 'refuse', refusal: unfit };
  if (member.tag === tag) return reply({ tag });
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'member_tagged', account, tag }],
    reply: () => ({ tag }),
  };
}

export const moderationHandlers: Handlers<Aimed['type']> = {
  kick_member: { needs: moderationNeeds, handle: kickMember },
  ban_member: { needs: banNeeds, handle: banMember },
  unban_member: { needs: banNeeds, handle: unbanMember },
  mute_member: { needs: moderationNeeds, handle: muteMember },
  unmute_member: { needs: moderationNeeds, handle: unmuteMember },
  tag_member: { needs: moderationNeeds, handle: tagMember },
};
