/**
 * One search over many rooms, by the search of each room: a few rooms at a time, and a bounded number of them in one
 * go, because the service allows 60 searches a minute. The rest is searched when the person asks for it.
 */
import type { Message, Room } from '../api-types.js';
import { call, wireOf } from '../app/api.js';

const ROOMS_PER_ROUND_MAX = 25;
const CONCURRENCY = 4;
const PAGE = 30;
/** With a filter most rows of a page may be left out, so a room is asked for more than one page. */
const PAGES_MAX = 2;

export interface SearchRound {
  hits: Message[];
  /** Rooms that were not searched, also because of a refusal. */
  left: Room[];
  error: ReturnType<typeof wireOf> | null;
}

export interface SearchTask {
  words: string;
  isHit: (message: Message) => boolean;
  signal: AbortSignal;
}

export async function searchRooms(rooms: readonly Room[], task: SearchTask): Promise<SearchRound> {
  const waiting = rooms.slice(0, ROOMS_PER_ROUND_MAX);
  const round: SearchRound = { hits: [], left: rooms.slice(ROOMS_PER_ROUND_MAX), error: null };
  const work = async () => {
    for (let room = waiting.shift(); room && !task.signal.aborted; room = waiting.shift()) {
      try {
        round.hits.push(...(await searchRoom(room.slug, task)));
      } catch (error) {
        round.error = wireOf(error);
        round.left.unshift(room, ...waiting.splice(0));
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  round.hits.sort((a, b) => b.inserted_at - a.inserted_at);
  return round;
}

async function searchRoom(slug: string, { words, isHit, signal }: SearchTask): Promise<Message[]> {
  const hits: Message[] = [];
  let before: number | undefined;
  for (let page = 0; page < PAGES_MAX && !signal.aborted; page += 1) {
    const query = { q: words, limit: PAGE, ...(before !== undefined && { before_seq: before }) };
    const { messages, next_before_seq } = await call('GET /api/rooms/{slug}/search', { path: { slug }, query });
    hits.push(...messages.filter((row) => row.deleted_at === null && isHit(row)));
    if (next_before_seq === null || hits.length > 0) break;
    before = next_before_seq;
  }
  return hits;
}
