/** Files: one that a message carries stays, and one that nobody uses any more is removed. */
import type { SentPicture } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import { entriesOf, RoomLog } from './room-log.js';

/** A file is removed 5 s after its message, by a job that runs every two seconds and may have to look twice. */
const REMOVED_WITHIN_MS = 12_000;

/** `overAt`: from then on every node answers, and every job runs. */
export function pictures(world: World, logs: ReadonlyMap<string, RoomLog>, overAt: number): string[] {
  const found: string[] = [];
  for (const picture of world.history.pictures) {
    const { room } = picture;
    const log = logs.get(room) as RoomLog;
    const row = rowOf(picture, log);
    // Of messages whose sender was erased the key is not kept.
    if (!row) continue;
    const isUsed = !row.isDeleted && row.hasContent;
    const isWhole = picture.keys.every((each) => world.objects.has(each));
    if (isUsed && !isWhole) found.push(`file: row ${row.seq} of ${room} has lost its picture`);
    const isOld = removedBy(picture, log, world, overAt) < world.now;
    if (isOld && isThere(picture, world)) found.push(`file: the picture of row ${row.seq} of ${room} outlives it`);
  }
  return found;
}

/** Pictures of deleted messages that are there still, and when the last of them has to be gone. */
export function goingPictures(world: World, overAt: number): { going: SentPicture[]; by: number } {
  const logs = new Map(world.rooms.map((room) => [room, new RoomLog(room, entriesOf(world.documents, room))]));
  const byOf = (picture: SentPicture) => removedBy(picture, logs.get(picture.room) as RoomLog, world, overAt);
  const going = world.history.pictures.filter((each) => Number.isFinite(byOf(each)) && isThere(each, world));
  return { going, by: Math.max(0, ...going.map(byOf)) };
}

export const isThere = ({ keys }: SentPicture, { objects }: World): boolean => keys.some((each) => objects.has(each));

const rowOf = ({ who, key }: SentPicture, { rows }: RoomLog) =>
  [...rows.values()].find(({ clientId, sender }) => clientId === key && sender === who);

/** Never, unless its message was deleted. Admins delete messages until the end of the run. */
function removedBy(picture: SentPicture, log: RoomLog, { history }: World, overAt: number): number {
  const deletedAt = log.entries[(rowOf(picture, log)?.deletedBy ?? 0) - 1]?.at ?? Number.POSITIVE_INFINITY;
  // A removal that is due at a time waits for as long as the only node's clock was set back.
  const setMs = history.setBackMs + history.setForwardMs;
  return Math.max(overAt, deletedAt - EPOCH) + REMOVED_WITHIN_MS + CLOCK_SLACK_MS + setMs;
}
