/** The list of rooms: each row is as the room was at one moment, and not before what was acknowledged earlier. */
import { effects } from '../checks/acknowledged.js';
import { type Bounds, boundsOf, highestBefore } from '../checks/bounds.js';
import { CLOCK_SLACK_MS } from '../checks/lifetimes.js';
import type { RoomLog } from '../checks/room-log.js';
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';

export function lists(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room);
    const listed = ops.filter((op) => op.listed !== undefined);
    if (listed.length === 0) continue;
    const bounds = boundsOf(room, ops, history);
    const floors = new Map(
      [...new Set(listed.map(({ who }) => who))].map((who) => [who, moved(who, ops, log, bounds)]),
    );
    for (const op of listed) {
      if (history.isTableDoubted(op.endedAt)) continue;
      const from = Math.max(bounds.floor(op.begunAt), floors.get(op.who)?.(op.begunAt) ?? 0);
      const upTo = Math.min(bounds.ceiling(op.endedAt), log.newest);
      if (!isSoBetween(op, log, from, upTo)) found.push(told(op, log, from, upTo));
    }
  }
  return found;
}

/** Up to where the log had certainly come by what was acknowledged about somebody: their coming, going and roles. */
function moved(who: string, ops: Op[], log: RoomLog, { floor, ceiling }: Bounds): (before: number) => number {
  const own = ops.filter((op) => op.outcome === 'ok' && (op.target ?? op.who) === who && effects[op.what]);
  const seen = own.map((op) => {
    const upTo = Math.min(ceiling(op.endedAt), log.newest);
    let seq = floor(op.begunAt);
    while (seq < upTo && !effects[op.what]?.(log, op, seq)) seq += 1;
    return { at: op.endedAt, seq };
  });
  return highestBefore(seen, 0);
}

function isSoBetween(op: Op, log: RoomLog, from: number, upTo: number): boolean {
  for (let seq = from; seq <= upTo; seq += 1) if (isSo(op, log, seq)) return true;
  return false;
}

function isSo({ who, listed, unread, begunAt, endedAt }: Op, log: RoomLog, seq: number): boolean {
  if (log.isInside(who, seq) !== (listed !== null)) return false;
  if (listed === null || listed === undefined || !unread) return true;
  const least = log.unreadOf(who, unread.readSeq, seq, EPOCH + endedAt + CLOCK_SLACK_MS);
  const most = log.unreadOf(who, unread.readSeq, seq, EPOCH + begunAt - CLOCK_SLACK_MS);
  return unread.unread >= least && unread.unread <= most && isShown(listed, log, seq);
}

/** Nothing is shown of a message that is over, or for admins. */
function isShown(shown: number, log: RoomLog, seq: number): boolean {
  const last = log.lastMessageAt(seq);
  if (shown === last) return true;
  const isPublic = [...log.rows.values()].some((row) => row.seq === last && row.isPublic);
  return shown === 0 && (log.lifetimes.isUsed || !isPublic);
}

function told({ id, who, via, listed, unread }: Op, log: RoomLog, from: number, upTo: number): string {
  const what = listed === null ? 'no row' : `last ${listed}, ${unread?.unread} unread after ${unread?.readSeq}`;
  const isIn = [from, upTo].map((seq) => log.isInside(who, seq)).join();
  return `stale: list_row ${id} through ${via} told ${what} of ${log.room}, between ${from} and ${upTo} (inside: ${isIn})`;
}
