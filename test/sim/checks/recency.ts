/** Whoever asks sees at least what anybody had seen before they asked, and sees it as it was then, all of it. */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { boundsOf } from './bounds.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

export function recency(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room && op.outcome === 'ok' && op.seq !== undefined);
    const { floor, ceiling } = boundsOf(room, ops, history);
    for (const op of history.ops) {
      if (op.room !== room || op.what !== 'view_message' || op.outcome !== 'ok') continue;
      found.push(...neverSo(op, log, floor(op.begunAt), Math.min(ceiling(op.endedAt), log.newest)));
    }
    for (const op of ops) {
      if (!history.isTableDoubted(op.endedAt)) found.push(...stale(op, floor(op.begunAt)));
      if (op.rows) found.push(...untrue(op, log));
    }
  }
  return found;
}

/** A row by itself says no place: it is as it was at some moment between question and answer. */
function neverSo({ id, rows = [] }: Op, log: RoomLog, from: number, upTo: number): string[] {
  return rows.flatMap(([seq, rowId, body, isDeleted]) => {
    const row = log.rows.get(rowId);
    if (!row) return [];
    const { deletedBy = Number.POSITIVE_INFINITY, bodies } = row;
    if (isDeleted) return deletedBy <= upTo ? [] : [`ghost: view_message ${id} showed ${seq} as deleted`];
    if (deletedBy <= from) return [`stale: view_message ${id} showed ${seq}, which was deleted`];
    const isSo = bodies.some(([at, text], n) => text === body && at <= upTo && (bodies[n + 1]?.[0] ?? upTo) >= from);
    // Of an edited row the first text is not kept.
    const isUnknown = (bodies[0]?.[0] ?? upTo + 1) > from;
    return row.isDeleted || isSo || isUnknown ? [] : [`stale: view_message ${id} showed ${seq} as ${body}`];
  });
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
  const upTo = op.before ? op.before - 1 : op.isWhole ? seq : what === 'open_room' ? seq : (rows.at(-1)?.[0] ?? 0);
  const shown = new Set(rows.map(([, rowId]) => rowId));
  for (const row of log.publicRows(first, upTo)) {
    if (log.lifetimes.isGone(row, log.newest, EPOCH + op.endedAt + CLOCK_SLACK_MS)) continue;
    if (!shown.has(row.id) && !row.isDeleted)
      found.push(`stale: ${what} ${id} left out ${row.seq} of ${first}-${upTo}`);
  }
  for (const [at, [rowSeq]] of rows.entries()) {
    const before = rows[at - 1]?.[0] ?? 0;
    if (rowSeq <= before) found.push(`order: ${what} ${id} showed ${rowSeq} after ${before}`);
  }
  return found;
}
