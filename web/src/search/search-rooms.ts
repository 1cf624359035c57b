/**
 * One search over many rooms, by the search of each room: a few rooms at a time, and a bounded number of them in one
 * go, because the service allows 60 searches a minute. The rest is searched when the person asks for it, older messages
 * of a room with many hits, too.
 */
import type { Message, Room } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import type { AttachmentFilter } from './search-query.js';

const ROOMS_PER_ROUND_MAX = 25;
const CONCURRENCY = 4;
const PAGE = 30;
/** A page may be empty: its search ended at the deadline, or none of its rows counts. */
const PAGES_MAX = 2;

/** Words, filters, or both. */
export interface RoomQuery {
  q?: string;
  from?: string;
  /** ms */
  before?: number;
  has?: AttachmentFilter;
}

/** A room, from its newest message on or further back. */
export interface SearchPlace {
  room: Room;
  /** The words for which it is looked through, in place of those of the task. */
  q?: string;
  beforeSeq: number | null;
}

export interface SearchRound {
  hits: Message[];
  /** Rooms that were not searched, or not to their end, also because of a refusal. */
  left: SearchPlace[];
  error: ReturnType<typeof wireOf> | null;
}

export interface SearchTask {
  ask: RoomQuery;
  /** Leaves out what the words alone do not tell. */
  isHit?: (message: Message) => boolean;
  signal: AbortSignal;
}

export async function searchRooms(places: readonly SearchPlace[], task: SearchTask): Promise<SearchRound> {
  const waiting = places.slice(0, ROOMS_PER_ROUND_MAX);
  const round: SearchRound = { hits: [], left: places.slice(ROOMS_PER_ROUND_MAX), error: null };
  const work = async () => {
    for (let place = waiting.shift(); place && !task.signal.aborted; place = waiting.shift()) {
      try {
        const { hits, next } = await searchRoom(place, task);
        round.hits.push(...hits);
        // Behind the rooms that nobody has looked into.
        if (next !== null) round.left.push({ ...place, beforeSeq: next });
      } catch (error) {
        if (task.signal.aborted) return;
        round.error = wireOf(error);
        round.left.unshift(place, ...waiting.splice(0));
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  round.hits.sort((a, b) => b.inserted_at - a.inserted_at);
  return round;
}

async function searchRoom({ room, q, beforeSeq }: SearchPlace, { ask, isHit, signal }: SearchTask) {
  const hits: Message[] = [];
  let next = beforeSeq;
  for (let page = 0; page < PAGES_MAX && !signal.aborted; page += 1) {
    const query = { ...ask, ...(q && { q }), limit: PAGE, ...(next !== null && { before_seq: next }) };
    const found = await call('GET /api/rooms/{slug}/search', { path: { slug: room.slug }, query, signal });
    hits.push(...found.messages.filter((row) => row.deleted_at === null && (isHit?.(row) ?? true)));
    next = found.next_before_seq;
    if (next === null || hits.length > 0) break;
  }
  return { hits, next };
}
