/** The log of a room in pages, with the digests of their spans. Those of small rooms are read together. */
import type { RoomId } from '#src/domain/rooms/room.js';
import { type Doc, type Range, type Reader, StretchDamaged } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import { digestsAfter } from './digests.js';
import type { RoomDocs } from './room-docs.js';

/** So few that most documents of a page are gone before the collector looks for them. */
const ENTRIES_PAGE = 500;
/** Entries of rooms that are read together, by their heads: a log may have grown meanwhile. */
const TOGETHER_MAX = 400;

/** Entries, and the digests of their spans as they were before the entries were read. */
export interface LogPage {
  docs: EntryDoc[];
  digests: Doc[];
}

/** A page, or an archived stretch that cannot be read. */
export type PageRead = LogPage | StretchDamaged;

/** Rooms in their order, those together whose logs make one page. */
export function pagesOf(docs: readonly RoomDocs[]): RoomDocs[][] {
  const groups: RoomDocs[][] = [];
  let entries = TOGETHER_MAX;
  for (const each of docs) {
    const more = (each.head?.rev ?? 0) + 1;
    if (entries + more > TOGETHER_MAX) groups.push([]);
    entries = entries + more > TOGETHER_MAX ? more : entries + more;
    groups.at(-1)?.push(each);
  }
  return groups;
}

/** The first page of each of these logs. */
export async function firstPages(reader: Reader, rooms: readonly RoomId[]): Promise<PageRead[]> {
  if (rooms.length === 0) return [];
  try {
    const digests = await Promise.all(rooms.map((room) => digestsAfter(reader, room, 0, ENTRIES_PAGE)));
    const ranges = rooms.map((room) => after(room, `${room}:`));
    const logs = await reader.ranges<EntryDoc>('log', ranges);
    return rooms.map((_, at) => ({ docs: logs[at] ?? [], digests: digests[at] ?? [] }));
  } catch (cause) {
    if (!(cause instanceof StretchDamaged)) throw cause;
    if (rooms.length === 1) return [cause];
    return (await Promise.all(rooms.map((room) => firstPages(reader, [room])))).flat();
  }
}

/** Follows the first page and all later ones. Ends with a stretch that cannot be read. */
export async function eachPage(
  reader: Reader,
  { room, first }: { room: RoomId; first: PageRead },
  follow: (page: LogPage) => Promise<void>,
): Promise<StretchDamaged | null> {
  for (let next = Promise.resolve(first); ; ) {
    const page = await next;
    if (page instanceof StretchDamaged) return page;
    const last = page.docs.at(-1);
    const isEnd = !last || page.docs.length < ENTRIES_PAGE;
    // The store reads the next page while this one is followed.
    if (!isEnd) {
      next = pageAfter(reader, room, last);
      next.catch(() => undefined);
    }
    await follow(page);
    if (isEnd) return null;
  }
}

async function pageAfter(reader: Reader, room: RoomId, { _id, seq }: EntryDoc): Promise<PageRead> {
  try {
    const digests = await digestsAfter(reader, room, seq, ENTRIES_PAGE);
    return { docs: await reader.range<EntryDoc>('log', after(room, _id)), digests };
  } catch (cause) {
    if (cause instanceof StretchDamaged) return cause;
    throw cause;
  }
}

const after = (room: RoomId, gt: string): Range => ({ index: '_id', gt, lt: `${room};`, limit: ENTRIES_PAGE });
