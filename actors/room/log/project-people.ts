/** Guarded writes that are derived from the facts about people, permissions and settings. */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { Head } from '#src/domain/rooms/room.js';
import { type CollectionName, memberId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { inviteDoc } from '../model/invite-docs.js';
import type { RoomState } from '../model/room-state.js';
import { newReadState } from './apply-members.js';
import { banDoc, requestDoc } from './apply-people.js';
import { putHead, putMembers } from './head-projection.js';

export function projectPeople(state: RoomState, fact: Fact, entry: LogEntry): Write[] {
  const { seq } = entry;
  switch (fact.type) {
    case 'member_joined':
      return [
        ...putMembers(state, [fact.account]),
        putDoc('readers', newReadState(state.id, fact, entry)),
        // The founder of a room has no join request; direct chats and unpublished imports have none either.
        ...(fact.role === 'founder' || entry.by === IMPORTER || (state.head as Head).kind === 'dm'
          ? []
          : [endDoc('requests', memberId(state.id, fact.account), seq)]),
      ];
    case 'founder_changed':
      return [...putMembers(state, [fact.account, fact.from]), putHead(state)];
    case 'member_left':
    case 'role_changed':
    case 'admin_permissions_changed':
    case 'member_muted':
    case 'member_unmuted':
    case 'member_tagged':
      return putMembers(state, [fact.account]);
    case 'member_banned':
      return [putDoc('bans', banDoc(state.id, fact, entry))];
    case 'member_unbanned':
      return [endDoc('bans', memberId(state.id, fact.account), seq)];
    case 'request_made':
      return [putDoc('requests', requestDoc(state.id, fact, entry))];
    case 'request_settled':
      return [endDoc('requests', memberId(state.id, fact.account), seq)];
    case 'invite_created':
      return [
        putDoc('invites', inviteDoc(state.id, fact.invite, seq)),
        { op: 'put', in: 'inviteCodes', doc: { _id: fact.invite.code, room: state.id }, guard: { absent: true } },
      ];
    case 'invite_used':
    case 'invite_cancelled':
      return [putDoc('invites', inviteDoc(state.id, fact.invite, seq))];
    case 'member_permissions_changed':
    case 'room_settings_changed':
      return [putHead(state)];
    default:
      return [];
  }
}

function putDoc(into: CollectionName, doc: { _id: string; rev: number }): Write {
  return { op: 'put', in: into, doc: { ...doc }, guard: { olderThan: doc.rev } };
}

/** It stays as a tombstone, so that repeating an older entry brings nothing back. */
function endDoc(into: CollectionName, id: string, rev: number): Write {
  return { op: 'set', in: into, id, set: { active: null, rev }, guard: { olderThan: rev } };
}
