/** Who is out is out: nothing they begin after it was acknowledged succeeds, and nothing later reaches them. */
import type { History, Op } from '../history.js';
import type { RoomLog } from './room-log.js';

const needsMembership = new Set(['send_message', 'list_messages', 'open_room', 'edit_message', 'react', 'mark_read']);

export function afterBan(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const room of logs.keys()) {
    const ops = history.ops.filter((op) => op.room === room);
    const outs = ops.filter(
      ({ what, outcome }) => outcome === 'ok' && (what === 'ban_member' || what === 'kick_member'),
    );
    for (const out of outs) {
      const own = ops.filter(({ who, begunAt, outcome }) => {
        return who === out.target && begunAt > out.endedAt && outcome === 'ok';
      });
      const isBan = out.what === 'ban_member';
      const ways = ops.filter((op) => isWayBack(op, out, isBan));
      const end = Math.min(Number.POSITIVE_INFINITY, ...ways.map(({ begunAt }) => begunAt));
      const wrong = own.filter((op) => isForbidden(op, isBan) && op.endedAt < end);
      for (const op of wrong) found.push(`after-ban: ${op.what} ${op.id} succeeded after ${out.what} ${out.id}`);
    }
  }
  for (const { who, room, seq } of history.heard) {
    const log = logs.get(room) as RoomLog;
    if (log.isInside(who, seq) || log.isInside(who, seq - 1)) continue;
    found.push(`after-ban: ${who} heard ${seq} from outside`);
  }
  return found;
}

/** What was begun before and not known to be over may come after. */
function isWayBack(op: Op, out: Op, isBan: boolean): boolean {
  if (op.outcome === 'lost' || op.outcome === 'unavailable' ? false : op.endedAt < out.begunAt) return false;
  if (isBan) return op.what === 'unban_member' && op.target === out.target;
  return op.what === 'join_room' && op.who === out.target;
}

function isForbidden({ what, isDuplicate }: Op, isBan: boolean): boolean {
  return (needsMembership.has(what) && !isDuplicate) || (isBan && what === 'join_room');
}
