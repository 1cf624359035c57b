import type { Rooms } from '#actors/room/commands.js';
import type { ArchiveWriter } from '#actors/writers/commands.js';
import type { Reader } from '#src/store/store.js';
import { LATE_WRITES_MS } from './late-writes.js';
import { PutOff } from './put-off.js';
import { accepted, sweepEach } from './sweep-each.js';

export interface SweepDeletedRoomsDeps {
  rooms: Pick<Rooms, 'tryAsk'>;
  reader: Reader;
  /** Absent where nothing is archived. */
  archive?: Pick<ArchiveWriter, 'removeObjects'>;
  /** Rooms that failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
  /** The time between the two sweeps of a room; an hour by default. */
  lateWritesMs?: number;
}

const ROOMS = 100;
/** Turns for one room in one run. The next run continues with the rest. */
const TURNS_MAX = 2_000;

/**
 * Removes the remaining documents of deleted rooms through their actors, a small batch per turn; once more an hour
 * later, because writes that were on their way during the first sweep may have brought some of them back.
 */
export async function sweepDeletedRooms(deps: SweepDeletedRoomsDeps): Promise<number> {
  const { rooms, reader, archive, now, putOff = new PutOff(now), lateWritesMs = LATE_WRITES_MS } = deps;
  const limit = ROOMS + putOff.size;
  const first = await reader.range('rooms', { index: 'toSweep', prefix: [true], limit });
  const second = await reader.range('rooms', { index: 'toSweep', lte: now(), limit });
  const isSecond = new Set(second.map(({ _id }) => _id));
  const sweep = async (room: string) => {
    let removed = 0;
    const next = isSecond.has(room) ? null : now() + lateWritesMs;
    // Before the last documents: an object store that is away leaves the room due.
    if (next === null) await archive?.removeObjects(room);
    for (let turns = 0; turns < TURNS_MAX; turns += 1) {
      const count = accepted(await rooms.tryAsk(room, { type: 'sweep_deleted_room', again: next }));
      if (count === 0) break;
      removed += count;
    }
    // No document leads to them any more; a run that is killed here is repeated in an hour.
    await archive?.removeObjects(room);
    return removed;
  };
  return sweepEach({ pages: [[...first, ...second].map(({ _id }) => _id)], sweep, putOff, now });
}
