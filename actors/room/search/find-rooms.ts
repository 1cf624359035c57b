/** Open groups, all or by name and slug: the store finds candidates, and each room gives its present state. */
import type { Caller } from '#src/domain/accounts/account.js';
import { joined, matches, type Query, queryOf } from '#src/domain/messages/search-words.js';
import type { RoomView } from '#src/domain/messages/views.js';
import type { Reader } from '#src/store/store.js';
import type { RoomQuery } from '../commands/search-commands.js';
import type { Rooms } from '../commands.js';
import type { HeadDoc } from '../log/head-projection.js';
import { isFindable, type RoomWord, roomWords } from '../model/room-words.js';

/** At most this many rooms with a common word are checked; a person who finds too many types further letters. */
const CANDIDATES = 1_000;
/** The list of all groups ends here; further groups are found by search. */
const BROWSED = 1_000;
const LAST_CHARACTER = '\u{10ffff}';

export async function findRooms(
  rooms: Rooms,
  reader: Reader,
  by: Caller,
  { q, limit, offset }: RoomQuery,
): Promise<{ rooms: RoomView[]; hasMore: boolean }> {
  const heads = await (q === undefined ? largest(reader, offset + limit + 1) : matching(reader, q));
  const found = heads.slice(offset, offset + limit);
  const answers = await Promise.all(found.map(({ id }) => rooms.tryAsk(id, { type: 'view_room', by })));
  const views = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  // Heads know the count of their last checkpoint, rooms the count of now.
  return { rooms: views.sort(bySize), hasMore: heads.length > offset + limit };
}

const bySize = (a: Sized, b: Sized): number => b.memberCount - a.memberCount || (a.slug < b.slug ? -1 : 1);

interface Sized {
  slug: string;
  memberCount: number;
}

const largest = (reader: Reader, count: number): Promise<HeadDoc[]> =>
  reader.range<HeadDoc>('rooms', { index: 'byOpenSize', desc: true, limit: Math.min(count, BROWSED) });

async function matching(reader: Reader, words: string): Promise<HeadDoc[]> {
  const query = queryOf(words);
  if (query === null) return [];
  const heads = await reader.getMany<HeadDoc>('rooms', await candidates(reader, query));
  return heads
    .filter((head) => head !== null)
    .filter((head) => isFindable(head) && matches(joined(roomWords(head)), query))
    .sort(bySize);
}

/** By the longest word, of which there are likely fewest. */
async function candidates(reader: Reader, { whole, last }: Query): Promise<string[]> {
  const longest = whole.reduce((a, b) => (b.length > a.length ? b : a), '');
  const bounds =
    longest.length > last.length ? { gte: longest, lte: longest } : { gte: last, lt: `${last}${LAST_CHARACTER}` };
  const docs = await reader.range<RoomWord>('roomWords', { index: 'byWord', ...bounds, limit: CANDIDATES });
  return [...new Set(docs.map(({ room }) => room))];
}
