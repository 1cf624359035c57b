/** How much of a room is unread, for everybody whom an answer told it; and cursors, which never move back. */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

export function unreadCounts(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room && op.unread !== undefined);
    found.push(...ops.flatMap((op) => wronglyCounted(op, log)), ...movedBack(ops));
  }
  return found;
}

/** What was told with a place of the log, against the rows up to there. */
function wronglyCounted(op: Op, log: RoomLog): string[] {
  const { id, what, who, seq, unread, isWhole, begunAt, endedAt } = op;
  if (seq === undefined || !isWhole || !unread) return [];
  const { readSeq } = unread;
  const most = log.unreadOf(who, readSeq, seq, EPOCH + begunAt - CLOCK_SLACK_MS);
  const least = log.unreadOf(who, readSeq, seq, EPOCH + endedAt + CLOCK_SLACK_MS);
  if (unread.unread >= least && unread.unread <= most) return [];
  return [`unread: ${what} ${id} told of ${unread.unread} after ${readSeq} up to ${seq}, not of ${least}-${most}`];
}

/** Whoever comes back begins after the entry that let them in, which is further than they had read. */
function movedBack(ops: Op[]): string[] {
  const found: string[] = [];
  for (const who of new Set(ops.map((op) => op.who))) {
    const own = ops.filter((op) => op.who === who);
    const ended = own
      .map(({ endedAt, unread }) => ({ at: endedAt, readSeq: unread?.readSeq ?? 0 }))
      .sort((a, b) => a.at - b.at);
    let [next, highest] = [0, 0];
    for (const op of own.sort((a, b) => a.begunAt - b.begunAt)) {
      for (let one = ended[next]; one && one.at < op.begunAt; one = ended[next]) {
        highest = Math.max(highest, one.readSeq);
        next += 1;
      }
      const readSeq = op.unread?.readSeq ?? 0;
      if (readSeq < highest) found.push(`cursor: ${op.what} ${op.id} told of ${readSeq}, when it had been ${highest}`);
    }
  }
  return found;
}
