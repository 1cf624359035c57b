/**
 * Pushes: a row that stays unread is pushed to everybody who has a phone and was in the room all the time, and nothing
 * is pushed that was read, deleted or left before the room was asked what to push.
 */
import type { ReadState } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Op, SentPush } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';
import type { LoggedRow, RoomLog } from './room-log.js';

export function pushes(world: World, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const room of [...world.rooms, ...world.quietRooms]) {
    const log = logs.get(room) as RoomLog;
    const ops = world.history.ops.filter((op) => op.room === room && op.outcome === 'ok');
    const sent = world.history.pushes.filter((push) => push.room === room);
    for (const push of sent) found.push(...untimely(push, log, ops));
    for (const who of world.phones) found.push(...lost(world, log, who, sent));
  }
  return found;
}

function untimely(push: SentPush, log: RoomLog, ops: Op[]): string[] {
  const { who, messageId, viewedAt, room } = push;
  const row = log.rows.get(messageId);
  if (!row) return [`push: ${messageId} was pushed and is not there`];
  const where = `row ${row.seq} of ${room} was pushed to ${who}`;
  if (row.sender === who) return [`push: ${where}, who wrote it`];
  const before = ops.filter(({ endedAt }) => endedAt < viewedAt);
  const isDeleted = before.some(({ what, rowId }) => what === 'delete_message' && rowId === messageId);
  const isRead = before.some((op) => op.who === who && op.what === 'mark_read' && (op.unread?.readSeq ?? 0) >= row.seq);
  if (isDeleted) return [`push: ${where} after it was deleted`];
  return isRead ? [`push: ${where} after it was read`] : [];
}

/** Rows that are pushed together are one push, of the newest that mentions its reader. */
function toldUpTo({ who, messageId, upTo }: SentPush, log: RoomLog): number {
  const row = log.rows.get(messageId);
  const isMention = row?.mentionsAll || row?.mentioned.includes(who);
  return isMention ? upTo : (row?.seq ?? 0);
}

function lost({ documents, now }: World, log: RoomLog, who: string, sent: SentPush[]): string[] {
  if (!log.isAlwaysInside(who)) return [];
  const told = sent.filter((push) => push.who === who).map((push) => toldUpTo(push, log));
  const read = documents.get<ReadState & { _id: string }>('readers', memberId(log.room, who))?.cursor.seq ?? 0;
  const upTo = Math.max(read, ...told);
  const isDue = (row: LoggedRow) =>
    row.seq > upTo &&
    row.isPublic &&
    row.sender !== null &&
    row.owner !== who &&
    !row.isDeleted &&
    !log.lifetimes.isGone(row, log.newest, EPOCH + now);
  return [...log.rows.values()]
    .filter(isDue)
    .map(({ seq }) => `push: row ${seq} of ${log.room} was not pushed to ${who}`);
}
