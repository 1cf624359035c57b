import type { Rooms } from '#actors/room/commands.js';
import type { RoomId } from '#src/domain/room.js';
import type { Reader } from '#src/store/store.js';

export interface ExpireMessagesDeps {
  rooms: Rooms;
  reader: Reader;
  now(): number;
}

const ROOMS_MAX = 1_000;
/** Batches of one room in one run: the others are not kept waiting by a long history that expired at once. */
const BATCHES_MAX = 100;

/**
 * What has expired leaves the store, a batch at a time, through its room. It only frees space: readers are told by
 * the clock. What one run leaves behind is there for the next.
 */
export async function expireMessages({ rooms, reader, now }: ExpireMessagesDeps): Promise<number> {
  const range = { index: 'expiry', lte: now(), limit: ROOMS_MAX };
  const due = await reader.range<{ _id: RoomId }>('rooms', range);
  let batches = 0;
  for (const { _id } of due) batches += await sweepRoom(rooms, _id);
  return batches;
}

async function sweepRoom(rooms: Rooms, room: RoomId): Promise<number> {
  for (let batch = 1; ; batch += 1) {
    const answer = await rooms.tryAsk(room, { type: 'expire_rows' });
    if (!answer.ok || !answer.value.more || batch === BATCHES_MAX) return batch;
  }
}
