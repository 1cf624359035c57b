/** From one room of the list to another, as it stands there. Pure. */
import type { Room } from '../api-types.js';

const open = (rooms: Room[]): Room[] => rooms.filter(({ archived }) => !archived);

/** The room above or below; past either end it begins again at the other. */
export function adjacentRoom(rooms: Room[], current: string | null, step: 1 | -1): string | null {
  const listed = open(rooms);
  const at = listed.findIndex(({ slug }) => slug === current);
  if (at < 0) return (step > 0 ? listed[0] : listed.at(-1))?.slug ?? null;
  return listed[(at + step + listed.length) % listed.length]?.slug ?? null;
}

/** The next one with something unread: who was mentioned goes there first, muted rooms come last. */
export function nextUnread(rooms: Room[], current: string | null): string | null {
  const listed = open(rooms).filter(({ slug, unread }) => slug !== current && (unread ?? 0) > 0);
  const mentioned = listed.find(({ unread_mentions }) => (unread_mentions ?? 0) > 0);
  return (mentioned ?? listed.find(({ muted }) => !muted) ?? listed[0])?.slug ?? null;
}
