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

/** Counted by the service, or marked by the person. */
export const isUnread = ({ unread = 0, unread_from }: Room): boolean => unread > 0 || Boolean(unread_from);

/** The open room stays in the list of the unread, although it is read by now. */
export function isInFilter(room: Room, filter: RoomFilter | Folder, current: string | null): boolean {
  if (typeof filter !== 'string') return filter.rooms.includes(room.id);
  if (filter === 'unread') return isUnread(room) || room.slug === current;
  if (filter === 'mentions') return (room.unread_mentions ?? 0) > 0 || room.slug === current;
  if (filter === 'direct') return room.kind === 'dm';
  return filter === 'all' || room.kind === 'group';
}

/** Whether a room behind the filter has news that the person wants to hear of. */
export const hasNews = (rooms: Room[], filter: RoomFilter | Folder, current: string | null): boolean =>
  rooms.some(
    (room) =>
      !room.archived && !room.muted && room.slug !== current && isUnread(room) && isInFilter(room, filter, current),
  );
