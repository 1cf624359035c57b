/**
 * Replies and mentions: a row answers what it was written to answer, mentions those of its names that were in the room
 * at that moment and nobody else, and each of them is told and counts it until they have read it.
 */

import { mayBeGone } from '../checks/erased.js';
import { CLOCK_SLACK_MS } from '../checks/lifetimes.js';
import type { LoggedRow, RoomLog } from '../checks/room-log.js';
import type { History, Op, Reply, Wire } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';

type Logs = ReadonlyMap<string, RoomLog>;

export function mentions(world: World, logs: Logs): string[] {
  const { history } = world;
  const byKey = new Map<string, LoggedRow>();
  for (const [room, log] of logs) {
    for (const row of log.rows.values()) if (row.clientId !== null) byKey.set(`${room} ${row.clientId}`, row);
  }
  return [
    ...history.replies.flatMap((reply) => {
      const row = byKey.get(`${reply.room} ${reply.key}`);
      const log = logs.get(reply.room) as RoomLog;
      return row ? [...quoted(reply, row, log), ...named(reply, row, log, history)] : [];
    }),
    ...counted(history, logs),
    ...history.wires.flatMap((wire) => told(wire, logs)),
    ...(world.plan.repliesMs > 0 ? untold(world, logs) : []),
  ];
}

function quoted({ replyTo, key, who }: Reply, row: LoggedRow, log: RoomLog): string[] {
  if (row.replyTo !== replyTo) return [`reply: ${key} answers ${row.replyTo}, and was written to ${replyTo}`];
  const target = log.rows.get(replyTo);
  if (!target || target.seq >= row.seq) return [`reply: ${key} answers ${replyTo}, which is not there`];
  if (!target.isPublic && !log.isAdmin(who, row.seq - 1))
    return [`reply: ${key} answers row ${target.seq}, for admins`];
  if (!log.lifetimes.isGone(target, row.seq - 1, row.at - CLOCK_SLACK_MS)) return [];
  return [`reply: ${key} answers row ${target.seq}, which was over`];
}

function named({ key, who, named: names, isToAll }: Reply, row: LoggedRow, log: RoomLog, history: History): string[] {
  const before = row.seq - 1;
  const found: string[] = [];
  for (const account of names) {
    const isMentioned = row.mentioned.includes(account);
    const isThere = log.isInside(account, before);
    const isErased = mayBeGone(history, account, Number.POSITIVE_INFINITY);
    if (isMentioned !== isThere && !isErased)
      found.push(`mention: ${key} ${isMentioned ? 'mentions' : 'does not mention'} ${account}`);
  }
  const others = row.mentioned.filter((account) => !names.includes(account) && !log.erased.has(account));
  if (others.length > 0) found.push(`mention: ${key} mentions ${others.join()}, whom it does not name`);
  if (row.mentionsAll !== (isToAll && log.isAdmin(who, before))) found.push(`mention: ${key} and everybody`);
  return found;
}

/** As many as are unread, by every answer that told it with a place of the log. */
function counted(history: History, logs: Logs): string[] {
  return history.ops.flatMap((op: Op) => {
    const { id, what, who, room, seq, unread, isWhole, begunAt, endedAt } = op;
    const log = logs.get(room);
    if (!log || seq === undefined || !isWhole || unread?.mentions === undefined) return [];
    const { readSeq, mentions: told } = unread;
    const most = log.mentionsOf(who, readSeq, seq, EPOCH + begunAt - CLOCK_SLACK_MS);
    const least = log.mentionsOf(who, readSeq, seq, EPOCH + endedAt + CLOCK_SLACK_MS);
    if (told >= least && told <= most) return [];
    return [`mentions: ${what} ${id} told of ${told} after ${readSeq} up to ${seq}, not of ${least}-${most}`];
  });
}

const doesMention = (row: LoggedRow, who: string): boolean => row.mentionsAll || row.mentioned.includes(who);

/** Activity says that one is mentioned when a row since the activity before did so, and not otherwise. */
function told({ who, node, came }: Wire, logs: Logs): string[] {
  const found: string[] = [];
  const last = new Map<string, number>();
  for (const [, room, name, seq, , , isMention] of came) {
    const before = last.get(room);
    if (name !== 'room:activity') last.delete(room);
    else last.set(room, Math.max(before ?? 0, seq));
    const log = logs.get(room);
    if (name !== 'room:activity' || !log) continue;
    const rows = [...log.rows.values()].filter((row) => row.seq <= seq && row.seq > (before ?? 0));
    const isNamed = rows.some((row) => !row.isDeleted && doesMention(row, who) && log.isInside(who, row.seq));
    // Of rows before the first activity it is not known which were told as unread.
    const isKnown = before !== undefined && before < seq && log.isAlwaysInside(who);
    if (isMention && !rows.some((row) => doesMention(row, who)))
      found.push(`mention: a socket of ${who} at ${node} was told of one up to ${seq}, where there is none`);
    if (!isMention && isKnown && isNamed)
      found.push(`mention: a socket of ${who} at ${node} was not told of one after ${before} up to ${seq}`);
  }
  return found;
}

/** A connection needs this long until it hears of all rooms. */
const SETTLED_MS = 3_000;

/** Who was connected and in the room when a last word called everybody was told so, through whatever node. */
function untold({ history, rooms }: World, logs: Logs): string[] {
  const calls = history.ops.filter(({ what, key = '', outcome }) => {
    return what === 'send_message' && key.startsWith('son-') && outcome === 'ok';
  });
  return rooms.flatMap((room) => {
    const call = calls.find((op) => op.room === room);
    const log = logs.get(room) as RoomLog;
    const row = call && log.rows.get(call.rowId ?? '');
    if (!call || !row?.mentionsAll) return [];
    const wires = history.wires.filter(({ who, begunAt, endedAt, readyAt }) => {
      const isSettled = readyAt !== null && readyAt + SETTLED_MS < call.begunAt && begunAt > 0;
      return isSettled && endedAt === null && log.isInside(who, row.seq) && log.isAlwaysInside(who);
    });
    const missed = wires.filter(({ came }) => !came.some((each) => isToldOf(each, room, row.seq)));
    return missed.map(
      ({ who, node }) => `mention: ${who} at ${node} was not told that row ${row.seq} called everybody`,
    );
  });
}

const isToldOf = ([, room, name, seq, , , isMention]: Wire['came'][number], where: string, since: number): boolean =>
  room === where && seq >= since && (name !== 'room:activity' || isMention === true);
