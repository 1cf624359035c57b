/** Rooms as operators name them: by id or by slug. */
import type { RoomId } from '#src/domain/rooms/room.js';
import { foldSlug, isSlug } from '#src/domain/text/slug.js';
import { RefusalError } from '#src/errors.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Doc, Reader } from '#src/store/store.js';

/** `room_not_found` where no room was ever made under the id, and where no room has the slug now. */
export async function roomIdOf(reader: Reader, typed = ''): Promise<RoomId> {
  const id = isUuid(typed) ? typed.toLowerCase() : await roomOfSlug(reader, typed);
  if (id === null || !(await reader.get<Doc>('rooms', id))) throw new RefusalError('room_not_found');
  return id;
}

export async function roomOfSlug(reader: Reader, typed: string): Promise<RoomId | null> {
  const slug = foldSlug(typed);
  const found = isSlug(slug) ? await reader.get<{ _id: string; room: RoomId }>('slugs', slug) : null;
  return found?.room ?? null;
}
