import type { Head, RoomId } from '#src/domain/rooms/room.js';
import type { SlugDoc } from '#src/domain/rooms/vanity.js';
import type { SponsoredContent } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';

/** The group that a target names, or null: there is none, or it names none. */
export async function roomOf(
  reader: Reader,
  { targetKind, target }: Pick<SponsoredContent, 'targetKind' | 'target'>,
): Promise<RoomId | null> {
  if (targetKind !== 'room') return null;
  const place = await reader.get<SlugDoc>('slugs', target);
  if (!place) return null;
  const head = await reader.get<Head & { _id: string }>('rooms', place.room);
  return head?.kind === 'group' && !head.deleted ? place.room : null;
}
