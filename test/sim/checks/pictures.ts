/** Files: one that a message carries stays, and one that nobody uses any more is removed. */
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

/** A file is removed 5 s after its message, by a job that runs every two seconds and may have to look twice. */
const REMOVED_WITHIN_MS = 12_000;

export function pictures(world: World, logs: ReadonlyMap<string, RoomLog>, calmAt: number): string[] {
  const found: string[] = [];
  // A removal that is due at a time waits for as long as the only node's clock was set back.
  const setMs = world.history.setBackMs + world.history.setForwardMs;
  for (const { who, room, key, keys } of world.history.pictures) {
    const log = logs.get(room) as RoomLog;
    const row = [...log.rows.values()].find(({ clientId, sender }) => clientId === key && sender === who);
    // Of messages whose sender was erased the key is not kept.
    if (!row) continue;
    const isThere = keys.map((each) => world.objects.has(each));
    const isUsed = !row.isDeleted && row.hasContent;
    if (isUsed && isThere.includes(false)) found.push(`file: row ${row.seq} of ${room} has lost its picture`);
    // Admins delete messages until the end of the run.
    const deletedAt = (log.entries[(row.deletedBy ?? 0) - 1]?.at ?? Number.POSITIVE_INFINITY) - EPOCH;
    const isOld = Math.max(calmAt, deletedAt) + REMOVED_WITHIN_MS + CLOCK_SLACK_MS + setMs < world.now;
    if (isOld && isThere.includes(true)) found.push(`file: the picture of row ${row.seq} of ${room} outlives it`);
  }
  return found;
}
