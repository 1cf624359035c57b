/** Every stream, at every node: each entry once, in order, with what it tells. */
import type { History } from '../history.js';
import type { RoomLog } from './room-log.js';

export function streams(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const { node, life, room, from, last, problems, ids, lasts } of history.watched) {
    const log = logs.get(room) as RoomLog;
    const where = `${node}, life ${life}`;
    for (const problem of problems) found.push(`stream: ${where} heard ${problem}`);
    if (from === null || last === null) continue;
    if (last > log.newest) found.push(`ghost: ${where} heard ${last}, the log ends at ${log.newest}`);
    for (const [seq, shown] of lasts) {
      if (log.isLastMessage(shown, seq)) continue;
      found.push(`last message: ${where} was told of ${shown} with entry ${seq}, not of ${log.lastMessageAt(seq)}`);
    }
    const told = new Map(ids);
    for (const [seq, id] of ids) {
      if (log.rows.get(id)?.seq !== seq) found.push(`ghost: ${where} heard row ${id} at ${seq}, which is not there`);
    }
    for (const row of log.publicRows(from - 1, last)) {
      if (told.get(row.seq) !== row.id) found.push(`stream: ${where} was not told of the row at ${row.seq}`);
    }
  }
  return found;
}
