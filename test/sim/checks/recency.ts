/** Whoever asks sees at least what anybody had seen before they asked, and sees it as it was then, all of it. */
import type { History, Op } from '../history.js';
import { boundsOf } from './bounds.js';
import type { RoomLog } from './room-log.js';

export function recency(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room && op.outcome === 'ok' && op.seq !== undefined);
    const { floor } = boundsOf(room, ops, history);
    for (const op of ops) {
      found.push(...stale(op, floor(op.begunAt)));
      if (op.rows) found.push(...untrue(op, log));
    }
  }
  return found;
}

function stale({ what, id, via, seq = 0, isDuplicate, isWhole }: Op, floor: number): string[] {
  if (what === 'send_message' && !isDuplicate && seq <= floor) {
    return [`order: ${what} ${id} was placed at ${seq}, when ${floor} had been seen`];
  }
  if ((what === 'list_messages' || what === 'open_room') && seq < floor && (isWhole || what === 'list_messages')) {
    return [`stale: ${what} ${id} through ${via} knew of ${seq}, when ${floor} had been seen`];
  }
  return [];
}

/** Rows as they were at the answer's seq, and none of them left out. */
function untrue(op: Op, log: RoomLog): string[] {
  const { what, id, rows = [], seq = 0, after } = op;
  const found: string[] = [];
  for (const [rowSeq, rowId, body, isDeleted] of rows) {
    const row = log.rows.get(rowId);
    if (!row || isDeleted || row.isDeleted) continue;
    const said = row.bodies.filter(([from]) => from <= seq).at(-1)?.[1];
    // A page of several ends before the newest entry, and its rows are as they are by now.
    const isNewer =
      what === 'open_room' && !op.isWhole && row.bodies.some(([from, text]) => from > seq && text === body);
    if (said !== undefined && said !== body && !isNewer)
      found.push(`stale: ${what} ${id} showed ${rowSeq} as ${body}, not ${said}`);
  }
  const first = after ?? (rows[0]?.[0] ?? seq + 1) - 1;
  const upTo = op.isWhole ? seq : what === 'open_room' ? seq : (rows.at(-1)?.[0] ?? 0);
  const shown = new Set(rows.map(([, rowId]) => rowId));
  for (const row of log.publicRows(first, upTo)) {
    if (!shown.has(row.id) && !row.isDeleted)
      found.push(`stale: ${what} ${id} left out ${row.seq} of ${first}-${upTo}`);
  }
  for (const [at, [rowSeq]] of rows.entries()) {
    const before = rows[at - 1]?.[0] ?? 0;
    if (rowSeq <= before) found.push(`order: ${what} ${id} showed ${rowSeq} after ${before}`);
  }
  return found;
}
