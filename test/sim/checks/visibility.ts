/** Rows for admins are shown to admins, all of them, and to nobody else; rows for nobody are shown to nobody. */
import type { History, Op, Wire } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { type Bounds, boundsOf } from './bounds.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

type Logs = ReadonlyMap<string, RoomLog>;

export function visibility(history: History, logs: Logs): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room);
    const bounds = boundsOf(room, ops, history);
    for (const op of ops) if (op.rows) found.push(...shown(op, log, bounds), ...leftOut(op, log, bounds));
  }
  return [...found, ...history.wires.flatMap((wire) => told(wire, logs))];
}

/** Whether its reader was an admin at each, or at any, moment between question and answer. */
function wasAdmin({ who, begunAt, endedAt }: Op, log: RoomLog, bounds: Bounds, how: 'always' | 'once'): boolean {
  const from = bounds.floor(begunAt);
  const upTo = Math.min(bounds.ceiling(endedAt), log.newest);
  const seqs = Array.from({ length: Math.max(0, upTo - from + 1) }, (_, at) => from + at);
  return how === 'once' ? seqs.some((seq) => log.isAdmin(who, seq)) : seqs.every((seq) => log.isAdmin(who, seq));
}

function shown(op: Op, log: RoomLog, bounds: Bounds): string[] {
  return (op.rows ?? []).flatMap(([seq, id]) => {
    const row = log.rows.get(id);
    if (!row || row.isPublic || (row.isForAdmins && wasAdmin(op, log, bounds, 'once'))) return [];
    return [`leak: ${op.what} ${op.id} showed row ${seq} to ${op.who}`];
  });
}

function leftOut(op: Op, log: RoomLog, bounds: Bounds): string[] {
  const { rows = [], after, isWhole, what, id, seq } = op;
  if (seq === undefined || !isWhole || !wasAdmin(op, log, bounds, 'always')) return [];
  const from = after ?? (rows[0]?.[0] ?? seq + 1) - 1;
  const ids = new Set(rows.map(([, rowId]) => rowId));
  const missing = [...log.rows.values()].filter((row) => {
    if (log.lifetimes.isGone(row, log.newest, EPOCH + op.endedAt + CLOCK_SLACK_MS)) return false;
    return row.isForAdmins && row.seq > from && row.seq <= seq && !ids.has(row.id);
  });
  return missing.map((row) => `hidden: ${what} ${id} did not show row ${row.seq} to an admin`);
}

/** By entry: who becomes an admin is told as one from that entry on. */
function told({ who, node, came }: Wire, logs: Logs): string[] {
  return came.flatMap(([, room, name, seq, subject]) => {
    const log = logs.get(room) as RoomLog;
    const row = name === 'message:new' ? log.rows.get(subject) : undefined;
    if (!row || row.isPublic || (row.isForAdmins && log.isAdmin(who, seq))) return [];
    return [`leak: a socket of ${who} at ${node} was told of row ${seq}`];
  });
}
