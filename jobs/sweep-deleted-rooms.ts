import type { Rooms } from '#actors/room/commands.js';
import type { Reader } from '#src/store/store.js';

export interface SweepDeletedRoomsDeps {
  rooms: Rooms;
  reader: Reader;
}

const ROOMS = 100;
/** Turns of one run; what it leaves behind is there for the next. */
const TURNS_MAX = 2_000;

/** What deleted rooms have left behind goes, a small batch per turn, through their actors. */
export async function sweepDeletedRooms({ rooms, reader }: SweepDeletedRoomsDeps): Promise<number> {
  const gone = await reader.range('rooms', { index: 'toSweep', limit: ROOMS });
  let removed = 0;
  let turns = 0;
  for (const { _id } of gone) {
    for (; turns < TURNS_MAX; turns += 1) {
      const answer = await rooms.tryAsk(_id, { type: 'sweep_deleted_room' });
      // A room that cannot answer now is asked again at the next run.
      if (!answer.ok || answer.value === 0) break;
      removed += answer.value;
    }
  }
  return removed;
}
