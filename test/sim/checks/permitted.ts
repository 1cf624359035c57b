/** The log by itself: nothing stands in it that whoever did it might not do at that moment, by what the log says. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Fact } from '#src/domain/log/log.js';
import { isUsable } from '#src/domain/rooms/invite.js';
import { isMuted } from '#src/domain/rooms/permissions.js';
import type { RoomLog } from './room-log.js';
import { RoomPeople, type Standing } from './room-people.js';

type Problem = string | null;

export function permitted(logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const { entries } of logs.values()) {
    const people = new RoomPeople();
    const owners = new Map<string, string | null>();
    for (const entry of entries) {
      const { seq, row, by } = entry;
      const problems = [
        ofRow(entry, people),
        ...(entry.facts ?? []).map((fact) => ofFact(fact, entry, people, owners)),
      ];
      for (const problem of problems) if (problem) found.push(`forbidden: entry ${seq} of ${by}: ${problem}`);
      if (row) owners.set(row.id, row.owner ?? row.sender?.accountId ?? null);
      people.follow(entry);
      const founders = people.countOf('founder');
      if (founders !== 1 && !isEnd(entry)) found.push(`founders: ${founders} after entry ${seq}`);
    }
  }
  return found;
}

/** With the last member a room ends; with it everybody is out. */
const isEnd = ({ facts = [] }: EntryDoc): boolean => facts.some(({ type }) => type === 'room_deleted');

function ofRow({ row, at }: EntryDoc, people: RoomPeople): Problem {
  const sender = row?.sender?.accountId;
  if (!sender) return null;
  const problem = voice(people, sender, at, 'send_message');
  if (problem || people.of(sender)?.role !== 'member') return problem;
  return at < (people.saidAt.get(sender) ?? 0) + people.slowMs ? 'said in slow mode' : null;
}

function voice(people: RoomPeople, account: string, at: number, key: string): Problem {
  const who = people.of(account);
  if (!who) return `${key} by nobody of the room`;
  if (isMuted(who, at)) return `${key} by somebody who is muted`;
  return people.holds(who, key) ? null : `${key} without the key`;
}

function ofFact(fact: Fact, entry: EntryDoc, people: RoomPeople, owners: Map<string, string | null>): Problem {
  const { by, at, facts = [] } = entry;
  switch (fact.type) {
    case 'message_edited':
      if (by !== owners.get(fact.id)) return 'an edit by somebody else';
      return voice(people, by as string, at, 'edit_message');
    case 'reaction_changed':
      return voice(people, fact.account, at, 'send_message.reactions');
    case 'message_pinned':
    case 'message_unpinned':
      if (facts.some(({ type }) => type === 'message_deleted')) return null;
      if (facts.some((each) => each.type === 'rows_expired' && each.rows.some(({ id }) => id === fact.id))) return null;
      return voice(people, by as string, at, 'group.can_pin_message');
    case 'message_deleted':
      return removal(people.of(by as string), by === owners.get(fact.id), people);
    case 'member_joined':
      if (people.isBanned(fact.account)) return 'somebody who is banned comes in';
      return (people.mutedUntil.get(fact.account) ?? 0) > Math.max(at, fact.mutedUntil ?? 0) ? 'a mute is lost' : null;
    case 'invite_used':
      return usedInvite(fact.invite, people, at);
    default:
      return by === undefined ? null : moderation(fact, people.of(by), people);
  }
}

function removal(who: Standing | null, isOwn: boolean, people: RoomPeople): Problem {
  if (!who) return 'deleted by nobody of the room';
  const may = (isOwn && people.holds(who, 'delete_message')) || people.holds(who, 'group.can_remove_message');
  return may ? null : 'deleted without the key';
}

function usedInvite(invite: Extract<Fact, { type: 'invite_used' }>['invite'], people: RoomPeople, at: number): Problem {
  const before = people.invites.get(invite.code);
  if (!before) return 'an invite that nobody made';
  if (!isUsable(before, at)) return 'an invite that is over';
  return invite.uses === before.uses + 1 ? null : `an invite is used ${before.uses} times and then ${invite.uses}`;
}

/** What only admins do. */
function moderation(fact: Fact, who: Standing | null, people: RoomPeople): Problem {
  const asAdmin = (key: string | null, ...more: Problem[]): Problem => {
    if (!who || who.role === 'member') return `${fact.type} by no admin`;
    if (key !== null && !people.holds(who, key)) return `${fact.type} without the key`;
    return more.find((problem) => problem !== null) ?? null;
  };
  switch (fact.type) {
    case 'member_left':
      return fact.reason === 'left' || fact.reason === 'deleted' ? null : against(fact.account);
    case 'member_banned':
    case 'member_unbanned':
    case 'member_muted':
    case 'member_unmuted':
      return against(fact.account);
    case 'role_changed':
      return who?.role === 'founder' ? null : 'role_changed by no founder';
    case 'founder_changed':
      if (who?.role !== 'founder') return 'handed over by no founder';
      return people.of(fact.account) ? null : 'handed over to nobody of the room';
    case 'admin_permissions_changed':
      return asAdmin('group_can_give_permissions', isAdminOf(people.of(fact.account)));
    case 'member_permissions_changed':
      return asAdmin('group.can_edit_permissions');
    case 'room_settings_changed':
      return asAdmin(null);
    case 'invite_created':
      return asAdmin('group.can_create_invite_link');
    case 'invite_cancelled':
      return asAdmin('group.can_cancel_invite_link');
    default:
      return null;
  }

  function against(account: string): Problem {
    const target = people.of(account);
    const isProtected = target?.role === 'founder' ? `${fact.type} of the founder` : null;
    const needs = target?.role === 'admin' ? 'group.can_ban_administrators' : 'group.can_ban_members';
    return isProtected ?? asAdmin('group.can_ban_members', asAdmin(needs));
  }
}

const isAdminOf = (who: Standing | null): Problem =>
  who?.role === 'admin' ? null : 'keys for somebody who is no admin';
