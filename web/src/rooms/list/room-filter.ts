/** Which rooms the list shows. Pure. */
import type { Room } from '#page/api-types.js';

export const roomFilters = ['all', 'unread', 'mentions', 'direct', 'group'] as const;
export type RoomFilter = (typeof roomFilters)[number];

/** A folder of the person's own. */
export interface Folder {
  id: string;
  name: string;
  /** Ids of rooms, because the address of a room may change. */
  rooms: string[];
}

/** A shorter list needs no filters. */
export const FILTERED_FROM = 5;

/** What is unread here: `marks` are the rooms that the person marked as unread in this browser. */
interface Seen {
  current: string | null;
  marks: Record<string, unknown>;
}

const isUnread = (room: Room, { marks }: Seen): boolean => (room.unread ?? 0) > 0 || room.slug in marks;

/** The open room stays in the list of the unread, although it is read by now. */
export function isInFilter(room: Room, filter: RoomFilter | Folder, seen: Seen): boolean {
  if (typeof filter !== 'string') return filter.rooms.includes(room.id);
  if (filter === 'unread') return isUnread(room, seen) || room.slug === seen.current;
  if (filter === 'mentions') return (room.unread_mentions ?? 0) > 0 || room.slug === seen.current;
  if (filter === 'direct') return room.kind === 'dm';
  return filter === 'all' || room.kind === 'group';
}

/** Whether a room behind the filter has news that the person wants to hear of. */
export const hasNews = (rooms: Room[], filter: RoomFilter | Folder, seen: Seen): boolean =>
  rooms.some(
    (room) =>
      !room.archived &&
      !room.muted &&
      room.slug !== seen.current &&
      isUnread(room, seen) &&
      isInFilter(room, filter, seen),
  );
