import type { Rooms } from '#actors/room/commands.js';
import type { Reader } from '#src/store/store.js';

export interface SweepDeletedRoomsDeps {
  rooms: Rooms;
  reader: Reader;
}

const ROOMS = 100;
/** Turns in one run. The next run continues with the rest. */
const TURNS_MAX = 2_000;

/** Removes the remaining documents of deleted rooms through their actors, a small batch per turn. */
export async function sweepDeletedRooms({ rooms, reader }: SweepDeletedRoomsDeps): Promise<number> {
  const gone = await reader.range('rooms', { index: 'toSweep', limit: ROOMS });
  let removed = 0;
  let turns = 0;
  for (const { _id } of gone) {
    for (; turns < TURNS_MAX; turns += 1) {
      const answer = await rooms.tryAsk(_id, { type: 'sweep_deleted_room' });
      // The next run asks a room that cannot answer now.
      if (!answer.ok || answer.value === 0) break;
      removed += answer.value;
    }
  }
  return removed;
}
