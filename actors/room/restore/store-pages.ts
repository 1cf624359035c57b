/** Pages of a room's documents, for work on a store that no service uses. */
import type { RoomId } from '#src/domain/rooms/room.js';
import { type CollectionName, logId } from '#src/store/collections.js';
import type { Doc, Reader, Store, Write } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';

const PAGE = 1_000;

/** Documents whose ids begin with the room, after `gt`. */
export async function* roomPages<T extends Doc>(
  reader: Reader,
  from: CollectionName,
  room: RoomId,
  gt: string = `${room}:`,
): AsyncGenerator<T[]> {
  for (let edge = gt; ; ) {
    const docs = await reader.range<T>(from, { index: '_id', gt: edge, lt: `${room};`, limit: PAGE });
    if (docs.length > 0) yield docs;
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return;
    edge = last._id;
  }
}

export const entryPages = (reader: Reader, room: RoomId, after = 0): AsyncGenerator<EntryDoc[]> =>
  roomPages(reader, 'log', room, logId(room, after));

export async function writeAll(store: Store, writes: readonly Write[]): Promise<void> {
  for (let at = 0; at < writes.length; at += PAGE) {
    await store.write(writes.slice(at, at + PAGE), { bulk: true });
  }
}
