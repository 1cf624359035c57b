/** Nothing acknowledged is lost, nothing is there twice, nothing was seen that is not there, no seq is missing. */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

type Logs = ReadonlyMap<string, RoomLog>;

export function kept(history: History, logs: Logs): string[] {
  const found: string[] = [];
  for (const log of logs.values()) found.push(...holes(log), ...doubles(log));
  for (const op of history.ops) {
    found.push(...refusedButStored(op, logs.get(op.room)));
    const log = logs.get(op.room);
    if (log && op.outcome === 'ok') found.push(...lost(op, log), ...ghosts(op.rows ?? [], log, `${op.what} ${op.id}`));
  }
  for (const { room, seq, ids } of history.heard) {
    const log = logs.get(room) as RoomLog;
    if (seq > log.newest) found.push(`ghost: entry ${seq} was heard, the log ends at ${log.newest}`);
    for (const id of ids) if (!log.rows.has(id)) found.push(`ghost: row ${id} was heard and is not there`);
  }
  return found;
}

function holes({ entries }: RoomLog): string[] {
  return entries.flatMap(({ seq }, at) => (seq === at + 1 ? [] : [`hole: entry ${seq} stands at place ${at + 1}`]));
}

/** By the client_id, and by what was said: each thing is said once. */
function doubles({ rows }: RoomLog): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { clientId, sender, bodies, isDeleted, seq, forwardedFrom } of rows.values()) {
    const first = bodies[0]?.[1] ?? '';
    const signs = clientId === null ? [] : [`${sender} ${clientId}`];
    const isOwn = sender !== null && bodies.length === 1 && !isDeleted && first !== '' && !forwardedFrom;
    if (isOwn) signs.push(`${sender} said ${first}`);
    for (const sign of signs) {
      if (seen.has(sign)) found.push(`duplicated: ${sign}, again at ${seq}`);
      seen.add(sign);
    }
  }
  return found;
}

function lost(op: Op, log: RoomLog): string[] {
  const { what, rowId, seq, key, who } = op;
  if (what === 'send_message') {
    const row = log.rows.get(rowId as string);
    if (row?.seq === seq && (row?.clientId === key || log.erased.has(who)) && row?.sender === who) return [];
    return [`lost: ${key} was acknowledged as ${rowId} at ${seq}`];
  }
  if (what !== 'edit_message') return [];
  const row = log.rows.get(rowId as string);
  const isThere = row?.isDeleted || row?.bodies.some(([, body]) => body === op.body);
  return isThere ? [] : [`lost: the edit ${op.body} was acknowledged`];
}

/** Answers that say nothing of the message, and those that say who may speak now: a first try may have come before. */
const noVerdict = new Set([
  'ok',
  'lost',
  'unavailable',
  'overloaded',
  'not_member',
  'banned',
  'muted',
  'not_allowed',
  'room_not_found',
]);

/** The key of a message is its sender's: what is stored under it is answered, whenever it is asked for again. */
function refusedButStored({ what, outcome, key, who, id, begunAt }: Op, log: RoomLog | undefined): string[] {
  if (what !== 'send_message' || !log || noVerdict.has(outcome)) return [];
  // A first try may wait in a node that stands still, and come after a refusal that was true.
  const by = EPOCH + begunAt - CLOCK_SLACK_MS;
  const isStored = [...log.rows.values()].some(
    ({ clientId, sender, at }) => clientId === key && sender === who && at < by,
  );
  return isStored ? [`refused but stored: ${key} was ${outcome} (${id})`] : [];
}

function ghosts(rows: NonNullable<Op['rows']>, log: RoomLog, seenBy: string): string[] {
  return rows.flatMap(([seq, id]) => {
    return log.rows.get(id)?.seq === seq ? [] : [`ghost: ${seenBy} showed ${id} at ${seq}, which is not there`];
  });
}
