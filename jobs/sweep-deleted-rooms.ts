import type { Rooms } from '#actors/room/commands.js';
import type { Reader } from '#src/store/store.js';
import { LATE_WRITES_MS } from './late-writes.js';

export interface SweepDeletedRoomsDeps {
  rooms: Rooms;
  reader: Reader;
  now(): number;
  /** The time between the two sweeps of a room; an hour by default. */
  lateWritesMs?: number;
}

const ROOMS = 100;
/** Turns in one run. The next run continues with the rest. */
const TURNS_MAX = 2_000;

/**
 * Removes the remaining documents of deleted rooms through their actors, a small batch per turn; once more an hour
 * later, because writes that were on their way during the first sweep may have brought some of them back.
 */
export async function sweepDeletedRooms(deps: SweepDeletedRoomsDeps): Promise<number> {
  const { reader, now, lateWritesMs = LATE_WRITES_MS } = deps;
  const first = await reader.range('rooms', { index: 'toSweep', prefix: [true], limit: ROOMS });
  const second = await reader.range('rooms', { index: 'toSweep', lte: now(), limit: ROOMS });
  const run = { removed: 0, turns: 0 };
  for (const { _id } of first) await sweepRoom(deps, run, { room: _id, again: now() + lateWritesMs });
  for (const { _id } of second) await sweepRoom(deps, run, { room: _id, again: null });
  return run.removed;
}

/** The next run asks a room that cannot answer now. */
async function sweepRoom(
  { rooms }: SweepDeletedRoomsDeps,
  run: { removed: number; turns: number },
  { room, again }: { room: string; again: number | null },
): Promise<void> {
  for (; run.turns < TURNS_MAX; run.turns += 1) {
    const answer = await rooms.tryAsk(room, { type: 'sweep_deleted_room', again });
    if (!answer.ok || answer.value === 0) return;
    run.removed += answer.value;
  }
}
