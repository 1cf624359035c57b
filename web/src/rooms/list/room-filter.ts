/** Which rooms the list shows. Pure. */
import type { Room } from '#page/api-types.js';

export const roomFilters = ['all', 'unread', 'direct', 'group'] as const;
export type RoomFilter = (typeof roomFilters)[number];

/** A shorter list needs no filters. */
export const FILTERED_FROM = 5;

/** The open room stays in the list of the unread, although it is read by now. */
export function isInFilter(room: Room, filter: RoomFilter, current: string | null): boolean {
  if (filter === 'unread') return (room.unread ?? 0) > 0 || room.slug === current;
  if (filter === 'direct') return room.kind === 'dm';
  return filter === 'all' || room.kind === 'group';
}
