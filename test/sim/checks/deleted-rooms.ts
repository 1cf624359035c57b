/** Deleted rooms: a deletion that was acknowledged stays, nothing succeeds after it, and the documents go for good. */
import type { World } from '../world.js';
import type { RoomLog } from './room-log.js';

export function deletedRooms(world: World, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const room of world.shortRooms) {
    const ops = world.history.ops.filter((op) => op.room === room && op.outcome === 'ok');
    const deletions = ops.filter(({ what }) => what === 'delete_room');
    const deletedAt = Math.min(...deletions.map(({ endedAt }) => endedAt));
    if (deletions.length > 0 && !logs.get(room)?.isDeleted)
      found.push(`lost: the deletion of ${room} was acknowledged`);
    for (const { what, id, begunAt } of ops) {
      // Its answer for somebody who is no member is empty.
      const isEmpty = what === 'view_list_row' || what === 'delete_room';
      if (begunAt > deletedAt && !isEmpty) found.push(`after-deletion: ${what} ${id} succeeded in ${room}`);
    }
    if (!world.isSwept(room)) found.push(`deletion: nobody has swept ${room}`);
  }
  return found;
}
