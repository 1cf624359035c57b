import type { Rooms } from '#actors/room/commands.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

export interface ExpireMessagesDeps {
  rooms: Rooms;
  reader: Reader;
  now(): number;
  /** The number of rooms in one read; 1 000 by default. */
  pageSize?: number;
}

const PAGE_SIZE = 1_000;
const CONCURRENCY = 8;
/** Time limit of one run; less than the interval of the job. */
const RUN_MAX_MS = 50_000;
/** Batches of one room in one run, so that a long history that expires at once does not delay the other rooms. */
const BATCHES_MAX = 100;

interface Swept {
  batches: number;
  /** The room has no more expired messages. */
  isDone: boolean;
}

/**
 * Removes expired messages from the store in batches, through their rooms. This only frees space, because every read
 * compares the expiry with the clock. The next run continues with the remaining messages. A run ends at a page of rooms
 * of which none could be swept.
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
