/**
 * The sweep of expired rows, in batches: their content is deleted, the skeletons stay. Readers notice nothing, because
 * they have not seen the rows since they expired.
 */
import { reply } from '#actors/runtime/decision.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { ExpiredRow, TimeFact } from '#src/domain/log/time-facts.js';
import { filesOf } from '#src/domain/messages/media.js';
import { expiresAt, goneUpTo } from '#src/domain/rooms/expiry.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import { exists } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { reportOf } from '../log/project-sharing.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { unpinnedBySweep } from './pins.js';

/** Entries that one turn looks at. */
const BATCH_MAX = 200;

function expireNeeds(needs: Needs, _: object, now: number): void {
  const { state } = needs;
  if (!exists(state) || !isDue(state.head, now)) return;
  const { sweptSeq, seq } = state.head;
  needs.once('expiring', async (reader) => {
    const range = { index: '_id', gt: logId(state.id, sweptSeq), lte: logId(state.id, seq), limit: BATCH_MAX };
    return (await reader.range<EntryDoc>('log', range)).map(unpackEntry);
  });
}

const isDue = ({ sweepAt }: Head, now: number): boolean => sweepAt !== null && sweepAt <= now;

function expireRows(state: RoomState, command: CommandOf<'expire_rows'>, turn: { now: number }): Handled {
  if (!exists(state) || !isDue(state.head, turn.now)) return reply({ more: false });
  const read = state.readsFor(command).expiring ?? [];
  const gone = goneUpTo(state.head, turn.now);
  const over = read.filter(({ at }) => at <= gone);
  const more = over.length === BATCH_MAX;
  const rows = over.flatMap((entry) => expiredRow(state, entry));
  const fact: TimeFact = {
    type: 'rows_expired',
    upTo: over.at(-1)?.seq ?? state.head.sweptSeq,
    sweepAt: more ? state.head.sweepAt : nextSweep(state, read, over.length),
    rows,
  };
  return { kind: 'commit', by: null, facts: [fact, ...unpinnedBySweep(state, rows)], reply: () => ({ more }) };
}

/**
 * When the next row expires. Null when the log holds none after those that are over: a room in which nobody speaks is
 * not swept, and the next row sets it again (`scheduleSweep`). No later entry expires before the last one that was
 * read.
 */
function nextSweep({ head, recent }: RoomState, read: LogEntry[], over: number): number | null {
  const { settings, sweptSeq, seq } = head as Head;
  const lastRead = read.at(-1) ?? { seq: sweptSeq, at: 0 };
  const later = recent.filter((entry) => entry.seq > lastRead.seq);
  const isWhole = lastRead.seq + later.length === seq;
  const next = [...read.slice(over), ...later].find((entry) => hasContent(entry));
  if (next) return expiresAt({ settings }, next.at);
  return isWhole ? null : expiresAt({ settings }, lastRead.at);
}

const hasContent = ({ row }: LogEntry): boolean => row !== null && row.deletedAt === null && !row.expired;

/** Memory is newer than the read: the row may have been edited or deleted since. */
function expiredRow(state: RoomState, { row: read }: LogEntry): ExpiredRow[] {
  const row = read && (state.rowAt(read.seq) ?? read);
  if (!row || row.deletedAt !== null || row.expired) return [];
  const files = filesOf(row).map(({ key }) => key);
  const { seq, id, audience, edits } = row;
  return [{ seq, id, audience, edits, ...(files.length > 0 ? { files } : {}), ...reportOf(row) }];
}

export const expiryHandlers: Handlers<'expire_rows'> = {
  expire_rows: { needs: expireNeeds, handle: expireRows },
};
