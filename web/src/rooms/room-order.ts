/** Moves between rooms in the order of the list. Pure. */
import type { Room } from '../api-types.js';

const open = (rooms: Room[]): Room[] => rooms.filter(({ archived }) => !archived);

/** The previous or next room; wraps around at the ends. */
export function adjacentRoom(rooms: Room[], current: string | null, step: 1 | -1): string | null {
  const listed = open(rooms);
  const at = listed.findIndex(({ slug }) => slug === current);
  if (at < 0) return (step > 0 ? listed[0] : listed.at(-1))?.slug ?? null;
  return listed[(at + step + listed.length) % listed.length]?.slug ?? null;
}

/** The next room with unread messages: rooms with a mention first, muted rooms last. */
export function nextUnread(rooms: Room[], current: string | null): string | null {
  const listed = open(rooms).filter(({ slug, unread }) => slug !== current && (unread ?? 0) > 0);
  const mentioned = listed.find(({ unread_mentions }) => (unread_mentions ?? 0) > 0);
  return (mentioned ?? listed.find(({ muted }) => !muted) ?? listed[0])?.slug ?? null;
}
