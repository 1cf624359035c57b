/**
 * Sockets: after a disconnect exactly what was missed, each event once and in order, nothing after one is out of the
 * room, and rows that are held are as the log has them.
 */
import type { Followed, Wire } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';
import type { LoggedRow, RoomLog } from './room-log.js';

type Logs = ReadonlyMap<string, RoomLog>;

/** Rows that are over before the end may not have been told to programs that caught up. */
const isOver = (row: LoggedRow, log: RoomLog, now: number): boolean =>
  row.isDeleted || log.lifetimes.isGone(row, log.newest, EPOCH + now);

export function delivery({ history, now }: Pick<World, 'history' | 'now'>, logs: Logs): string[] {
  return [
    ...history.wires.flatMap((wire) => [...fromOutside(wire, logs), ...repeated(wire, logs)]),
    ...history.followed.flatMap((followed) => {
      const log = logs.get(followed.room) as RoomLog;
      return [...missed(followed, log, now), ...held(followed, log, now)];
    }),
  ];
}

function fromOutside({ who, node, came }: Wire, logs: Logs): string[] {
  const outside = came.filter(([, room, name, seq, subject]) => {
    const log = logs.get(room) as RoomLog;
    if (name === 'room:open' || log.isInside(who, seq)) return false;
    // Of somebody who has just joined a lagging feed knows only that: there is activity, and nothing of it is shown.
    return !(subject === 'hidden' && log.joinsAfter(who, seq));
  });
  return outside.map(
    ([, , name, seq]) => `after-ban: a socket of ${who} at ${node} got ${name} of ${seq} from outside`,
  );
}

/** What an answer covered, or an event has told, comes no more over the same connection. */
function repeated({ who, node, came }: Wire, logs: Logs): string[] {
  const found: string[] = [];
  const last = new Map<string, number>();
  const told = new Set<string>();
  /** Rooms of which the newest rows are still to be asked for: the program holds back what comes meanwhile. */
  const behind = new Set<string>();
  for (const [at, room, name, seq, subject, prevSeq] of came) {
    if (name === 'room:activity' || name === 'message:read') continue;
    const before = last.get(room) ?? 0;
    if (name === 'room:open') {
      last.set(room, seq);
      if (subject === 'a page') behind.add(room);
      else behind.delete(room);
      for (const each of told) if (each.startsWith(room)) told.delete(each);
      continue;
    }
    // The program would ask for it; a gateway that tells everything leaves it nothing to ask for.
    const log = logs.get(room);
    const isUntold = log?.isAboutSomebodyGone(prevSeq, EPOCH + at) ?? false;
    // Who becomes an admin asks for what admins alone were told before.
    const isOtherView = log?.isAdmin(who, seq) !== log?.isAdmin(who, seq - 1);
    if (prevSeq > before && !behind.has(room) && !isUntold && !isOtherView)
      found.push(`gap: a socket of ${who} at ${node} got ${name} of ${seq} after ${before}`);
    const sign = `${room} ${seq} ${name} ${subject}`;
    const isOld = seq < before || (seq === before && told.size > 0 && told.has(sign));
    if (isOld) found.push(`doubled: a socket of ${who} at ${node} got ${name} of ${seq} after ${before}`);
    told.add(sign);
    last.set(room, seq);
  }
  return found;
}

function missed({ who, room, from, to, rows }: Followed, log: RoomLog, now: number): string[] {
  if (from === null || to === null) return [];
  const found: string[] = [];
  const told = new Map<number, string>();
  // After a reset what is new is told of the newest rows, which begin before its place.
  let last = 0;
  for (const [seq, id] of rows) {
    if (seq <= last) found.push(`doubled: a program of ${who} was told row ${seq} after ${last}`);
    if (log.rows.get(id)?.seq !== seq) found.push(`ghost: a program of ${who} was told row ${id} at ${seq}`);
    told.set(seq, id);
    last = seq;
  }
  for (const row of log.publicRows(from, to)) {
    // Of a room that was swept meanwhile its end is told in the place of all that was missed.
    if (log.isDeleted && row.seq === to) continue;
    if (told.get(row.seq) === row.id || isOver(row, log, now)) continue;
    found.push(`missed: a program of ${who} knows ${room} up to ${to} without row ${row.seq}`);
  }
  return found;
}

/** What a program shows of what it knows. */
function held({ who, to, held: rows }: Followed, log: RoomLog, now: number): string[] {
  const found: string[] = [];
  for (const [seq, id, body, isDeleted] of rows) {
    const row = log.rows.get(id);
    if (row?.seq !== seq) found.push(`ghost: a program of ${who} holds ${id} at ${seq}`);
    // What changed in a row that is over is told to nobody who asks.
    if (!row || isDeleted || isOver(row, log, now) || to === null) continue;
    const bodies = row.bodies.filter(([at]) => at <= to);
    const isNewer = row.bodies.some(([at, text]) => at > to && text === body);
    const said = bodies.at(-1)?.[1];
    if (said !== undefined && said !== body && !isNewer)
      found.push(`stale: a program of ${who} shows ${seq} as ${body}, not ${said}`);
  }
  const oldest = rows[0]?.[0];
  if (oldest === undefined || to === null) return found;
  const shown = new Set(rows.map(([, id]) => id));
  for (const row of log.publicRows(oldest, to)) {
    if (!shown.has(row.id) && !isOver(row, log, now))
      found.push(`missed: a program of ${who} does not hold row ${row.seq}`);
  }
  return found;
}
