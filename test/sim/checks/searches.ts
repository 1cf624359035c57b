/** Searches: what is found says the word, and what said it all the time is found, however many spans were passed over. */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { type Bounds, boundsOf } from './bounds.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { LoggedRow, RoomLog } from './room-log.js';

export function searches(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room);
    const bounds = boundsOf(room, ops, history);
    for (const op of ops) {
      if (op.what === 'search' && op.outcome === 'ok') found.push(...judged(op, log, bounds));
    }
  }
  return found;
}

function judged(op: Op, log: RoomLog, { floor, ceiling }: Bounds): string[] {
  const { id, body: word = '', rows = [], isWhole, before = Number.POSITIVE_INFINITY } = op;
  const found: string[] = [];
  for (const [seq, , body] of rows) {
    if (!body.includes(word)) found.push(`search: ${id} for ${word} found row ${seq}, which says ${body}`);
    if (seq >= before) found.push(`search: ${id} before ${before} found row ${seq}`);
  }
  const from = floor(op.begunAt);
  const upTo = Math.min(ceiling(op.endedAt), log.newest);
  const shown = new Set(rows.map(([, rowId]) => rowId));
  const oldest = isWhole ? 0 : (rows.at(-1)?.[0] ?? 0);
  for (const row of log.rows.values()) {
    const isAsked = row.seq > oldest && row.seq < before && row.seq <= from && row.isPublic;
    if (!isAsked || shown.has(row.id) || !saysAllTheTime(row, word, from, upTo)) continue;
    const isGone = row.isDeleted || log.lifetimes.isGone(row, log.newest, EPOCH + op.endedAt + CLOCK_SLACK_MS);
    if (!isGone) found.push(`search: ${id} for ${word} did not find row ${row.seq}`);
  }
  return found;
}

/** In each of its versions between the two entries. The first text of an edited row is not kept. */
function saysAllTheTime({ bodies }: LoggedRow, word: string, from: number, upTo: number): boolean {
  const [first] = bodies;
  if (!first || first[0] > from) return false;
  return bodies.every(([at, text], n) => {
    const isOver = (bodies[n + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= from;
    return isOver || at > upTo || text.includes(word);
  });
}
