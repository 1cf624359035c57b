import type { Rooms } from '#actors/room/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

export interface ExpireMessagesDeps {
  rooms: Rooms;
  reader: Reader;
  now(): number;
  /** Rooms that are read at once; 1 000 unless told. */
  pageSize?: number;
}

const PAGE_SIZE = 1_000;
const CONCURRENCY = 8;
/** One run goes on for so long while rooms are due: less than the interval of the job. */
const RUN_MAX_MS = 50_000;
/** Batches of one room in one run: the others are not kept waiting by a long history that expired at once. */
const BATCHES_MAX = 100;

interface Swept {
  batches: number;
  /** Nothing is due in the room any more. */
  isDone: boolean;
}

/**
 * What has expired leaves the store, a batch at a time, through its room. It only frees space: readers are told by
 * the clock. What one run leaves behind is there for the next; a page of which no room could be swept ends the run.
 */
export async function expireMessages(deps: ExpireMessagesDeps): Promise<number> {
  const { reader, now, pageSize = PAGE_SIZE } = deps;
  const until = now() + RUN_MAX_MS;
  let batches = 0;
  for (;;) {
    const due = await reader.range<{ _id: RoomId }>('rooms', { index: 'expiry', lte: now(), limit: pageSize });
    const swept = await sweepEach(deps, due, until);
    for (const room of swept) batches += room.batches;
    const isProgress = swept.some(({ isDone }) => isDone);
    if (due.length < pageSize || !isProgress || now() >= until) return batches;
  }
}

async function sweepEach({ rooms, now }: ExpireMessagesDeps, due: { _id: RoomId }[], until: number): Promise<Swept[]> {
  const swept: Swept[] = [];
  await mapLimit(due, CONCURRENCY, async ({ _id }) => {
    if (now() < until) swept.push(await sweepRoom(rooms, _id));
  });
  return swept;
}

async function sweepRoom(rooms: Rooms, room: RoomId): Promise<Swept> {
  for (let batches = 1; ; batches += 1) {
    const answer = await rooms.tryAsk(room, { type: 'expire_rows' });
    if (!answer.ok) return { batches, isDone: false };
    if (!answer.value.more || batches === BATCHES_MAX) return { batches, isDone: !answer.value.more };
  }
}
