/** Applies room events to the data besides the timeline: the room, its members, its join requests. Pure. */
import type { JoinRequest, Member, PermissionsChange, Photo, Room, RoomChange, RoomFlags } from '../api-types.js';
import { changed } from './room-list-updates.js';

/** The fields of the room that the event changes. */
export function roomPatch(event: RoomChange): Partial<Room> {
  if (event.type === 'room:updated') return event.changes;
  if (event.type === 'message:pins') return { pins: event.pins };
  // In a direct chat this means that the other account was deleted.
  if (event.type === 'member:left' && event.reason === 'deleted') return { ...counted(event), peer: null };
  return counted(event);
}

const counted = (event: RoomChange): Partial<Room> =>
  'member_count' in event ? { member_count: event.member_count } : {};

export const withFlags = (rooms: Room[], { room, ...flags }: RoomFlags): Room[] => changed(rooms, room, flags);

export const withPermissions = (rooms: Room[], { room, my_role, my_permissions }: PermissionsChange): Room[] =>
  changed(rooms, room, { my_role, my_permissions });

/** The member list after the event; a list that is not loaded stays unloaded. */
export function withMemberEvent(members: Member[], event: RoomChange): Member[] {
  switch (event.type) {
    case 'member:joined':
      return [...withoutMember(members, event.member.account_id), event.member];
    case 'member:updated':
      return withMember(members, event.member.account_id, event.member);
    case 'member:tagged':
      return withMember(members, event.account_id, { tag: event.tag });
    case 'member:left':
      return withoutMember(members, event.account_id);
    default:
      return members;
  }
}

export const withMember = (members: Member[], id: string, patch: Partial<Member>): Member[] =>
  members.map((member) => (member.account_id === id ? { ...member, ...patch } : member));

export const withoutMember = (members: Member[], id: string): Member[] =>
  members.filter((member) => member.account_id !== id);

/** Join requests after the event: one for each account, removed when the account joins. */
export function withRequestEvent(requests: JoinRequest[], event: RoomChange): JoinRequest[] {
  if (event.type === 'room:request') {
    return [...withoutRequest(requests, event.request.account_id), event.request];
  }
  return event.type === 'member:joined' ? withoutRequest(requests, event.member.account_id) : requests;
}

export const withoutRequest = (requests: JoinRequest[], id: string): JoinRequest[] =>
  requests.some((request) => request.account_id === id)
    ? requests.filter((request) => request.account_id !== id)
    : requests;

/** Updates the other person of a direct chat in every room that contains them. */
export const withPeer = (rooms: Room[], id: string, patch: Partial<Peer>): Room[] =>
  rooms.map((room) => (room.peer?.id === id ? { ...room, peer: { ...room.peer, ...patch } } : room));

export const withPeerFace = (rooms: Room[], id: string, avatar: Photo | null): Room[] =>
  rooms.some(({ peer }) => peer?.id === id) ? withPeer(rooms, id, { avatar }) : rooms;

/** Merges the loaded list of rooms: a response that is older than an event does not lower a peer's read position. */
export const withKeptReading = (fresh: Room[], held: Room[]): Room[] =>
  fresh.map((room) => {
    const peer = held.find(({ slug }) => slug === room.slug)?.peer;
    return room.peer && peer ? keptReading(room, room.peer, peer) : room;
  });

const keptReading = (room: Room, fresh: Peer, held: Peer): Room => ({
  ...room,
  peer: { ...fresh, read_seq: Math.max(fresh.read_seq ?? 0, fresh.id === held.id ? (held.read_seq ?? 0) : 0) },
});

type Peer = NonNullable<Room['peer']>;

/** The read position of the peer; it never moves back. */
export const withReading = (rooms: Room[], slug: string, id: string, seq: number): Room[] =>
  rooms.map((room) =>
    room.slug === slug && room.peer?.id === id
      ? { ...room, peer: { ...room.peer, read_seq: Math.max(seq, room.peer.read_seq ?? 0) } }
      : room,
  );
