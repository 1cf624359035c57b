/** The list of rooms: its order, and live updates. Pure. */
import { endsRow, isListed } from '#sdk/rows.js';
import type { Activity, Message, Room, RoomChange } from '../api-types.js';

const orderAt = (room: Room): number => room.last_message?.inserted_at ?? Date.parse(room.joined_at ?? room.created_at);

/** Pinned rooms keep the order of the service; the others are sorted by their last message. */
export function ordered(rooms: Room[]): Room[] {
  const pinned = rooms.filter((room) => room.pinned_to_top);
  const others = rooms.filter((room) => !room.pinned_to_top);
  return [...pinned, ...others.sort((a, b) => orderAt(b) - orderAt(a) || (a.id < b.id ? -1 : 1))];
}

export function withRoom(rooms: Room[], room: Room): Room[] {
  const held = rooms.find((other) => other.slug === room.slug);
  const joined = { joined_at: new Date().toISOString(), unread: 0, unread_mentions: 0, last_message: null };
  return ordered([...rooms.filter((other) => other !== held), { ...joined, ...held, ...room }]);
}

export const withoutRoom = (rooms: Room[], slug: string): Room[] => rooms.filter((room) => room.slug !== slug);

export function changed(rooms: Room[], slug: string, patch: Partial<Room>): Room[] {
  if (!rooms.some((room) => room.slug === slug)) return rooms;
  return ordered(rooms.map((room) => (room.slug === slug ? { ...room, ...patch } : room)));
}

/** An estimate until the service's count is loaded: the event reports that there is a new message, not how many. */
export function withActivity(rooms: Room[], activity: Activity, me: string): Room[] {
  const room = rooms.find((other) => other.slug === activity.room);
  if (!room) return rooms;
  const mine = activity.last_message?.sender?.account_id === me;
  const isNews = !mine && (activity.last_message?.seq ?? 0) > (room.last_message?.seq ?? 0);
  return changed(rooms, room.slug, {
    last_message: activity.last_message,
    unread: (room.unread ?? 0) + (isNews ? 1 : 0),
    unread_mentions: (room.unread_mentions ?? 0) + (activity.mention ? 1 : 0),
  });
}

/** Applies the events of an open room to its line in the list. */
export function withLastMessage(rooms: Room[], slug: string, messages: readonly Message[]): Room[] {
  const last = messages.findLast(isListed);
  return last ? changed(rooms, slug, { last_message: last }) : rooms;
}

/** The list does not go on showing a message that was deleted or has expired. */
export function withoutEnded(rooms: Room[], slug: string, change: RoomChange): Room[] {
  const shown = rooms.find((room) => room.slug === slug)?.last_message;
  return shown && endsRow(change, shown.id) ? changed(rooms, slug, { last_message: null }) : rooms;
}

export const unreadTotal = (rooms: Room[]): number =>
  rooms.reduce((sum, room) => sum + (room.muted ? 0 : (room.unread ?? 0)), 0);
