/** Pages of rows: from the window where it reaches, from the log behind it. */

import type { Row } from '#src/domain/messages/message.js';
import { goneUpTo } from '#src/domain/rooms/expiry.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { edgeAt, needsEdge } from '../model/expiry.js';
import type { Needs } from '../model/needs.js';
import type { RoomState, RowPage } from '../model/room-state.js';
import { isVisible } from '../model/row-views.js';
import { PAGE_BYTES_MAX, pageLength, ReadSize, rowBytes } from './page-bytes.js';

/** Entries without a visible row in between (reactions, edits …) are passed over: pages grow, up to this many. */
const PAGES_MAX = 40;
const PAGE_SIZE_MIN = 100;

export interface Page {
  /** Oldest first. */
  rows: Row[];
  hasMore: boolean;
}

type Sees = (row: Row) => boolean;

export function needsRowsBefore(needs: Needs, member: Member, before: number, limit: number, now: number): void {
  const { state } = needs;
  const sees = seesFor(state, member, now);
  if (state.windowFrom <= member.historyFrom || isPage(fromWindow(state, before, limit + 1, sees), limit)) return;
  const from = Math.min(before, state.windowFrom + 1);
  const gone = goneUpTo(state.head as Head, now);
  needs.once('before', (reader) => scan(reader, state, { from, downTo: member.historyFrom, gone }, limit + 1, sees));
}

/** The newest `limit` visible rows before `before`. */
export function rowsBefore(
  state: RoomState,
  command: object,
  member: Member,
  before: number,
  limit: number,
  now: number,
): Page {
  const sees = seesFor(state, member, now);
  const newest = fromWindow(state, before, limit + 1, sees);
  const read = isPage(newest, limit) ? undefined : state.readsFor(command).before;
  const found = [...newest, ...(read?.rows ?? []).map(currentIn(state)).filter(sees)];
  const length = pageLength(found, limit, rowBytes);
  return { rows: found.slice(0, length).reverse(), hasMore: found.length > length || read?.end === false };
}

/** Whether there is more in it than a page holds: nothing further has to be read. */
const isPage = (rows: Row[], limit: number): boolean => pageLength(rows, limit, rowBytes) < rows.length;

export function needsRowsAfter(needs: Needs, member: Member, after: number, limit: number, now: number): void {
  const { state } = needs;
  needsEdge(needs, now);
  const from = Math.max(after, member.historyFrom, edgeAt(state, now)?.seq ?? 0);
  if (from >= state.windowFrom) return;
  const sees = seesFor(state, member, now);
  needs.once('after', (reader) => scan(reader, state, { from }, limit + 1, sees));
}

/** The oldest `limit` visible rows after `after`. */
export function rowsAfter(
  state: RoomState,
  command: object,
  member: Member,
  after: number,
  limit: number,
  now: number,
): Page {
  const sees = seesFor(state, member, now);
  const read = state.readsFor(command).after;
  const older = (read?.rows ?? []).map(currentIn(state)).filter((row) => row.seq <= state.windowFrom && sees(row));
  const reachesWindow = !read || read.end;
  const newer = reachesWindow ? state.window.filter((row) => row.seq > after && sees(row)) : [];
  const found = [...older, ...newer];
  const length = pageLength(found, limit, rowBytes);
  return { rows: found.slice(0, length), hasMore: found.length > length || !reachesWindow };
}

function seesFor(state: RoomState, member: Member, now: number): Sees {
  const head = state.head as Head;
  return (row) => isVisible(head, member, row, now);
}

const currentIn =
  (state: RoomState) =>
  (row: Row): Row => {
    const known = state.rowAt(row.seq);
    return known && known.rev > row.rev ? known : row;
  };

/** Newest first. */
function fromWindow(state: RoomState, before: number, limit: number, sees: Sees): Row[] {
  const found: Row[] = [];
  for (let at = state.window.length - 1; at >= 0 && found.length < limit; at -= 1) {
    const row = state.window[at] as Row;
    if (row.seq < before && sees(row)) found.push(row);
  }
  return found;
}

/** From where, exclusive; down to some seq, exclusive, or else up to the window. */
interface Way {
  from: number;
  downTo?: number;
  /** Rows of that time and before are gone, and so is everything behind them. */
  gone?: number;
}

async function scan(reader: Reader, state: RoomState, way: Way, limit: number, sees: Sees): Promise<RowPage> {
  const rows: Row[] = [];
  const end = logId(state.id, way.downTo ?? state.windowFrom);
  const desc = way.downTo !== undefined;
  const size = new ReadSize();
  let bytes = 0;
  let edge = logId(state.id, way.from);
  for (let page = 0, wanted = Math.max(limit * 2, PAGE_SIZE_MIN); page < PAGES_MAX; page += 1, wanted *= 2) {
    const atOnce = size.next(wanted);
    const bounds = desc ? { gt: end, lt: edge } : { gt: edge, lte: end };
    const docs = await reader.range<EntryDoc>('log', { index: '_id', ...bounds, desc, limit: atOnce });
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      size.add(doc);
      if (row && sees(row)) {
        rows.push(row);
        bytes += rowBytes(row);
      }
      if (rows.length >= limit || bytes > PAGE_BYTES_MAX) return { rows, end: false };
      // Before a row that is gone, all are.
      if (desc && doc.at <= (way.gone ?? Number.NEGATIVE_INFINITY)) return { rows, end: true };
      edge = doc._id;
    }
    if (docs.length < atOnce) return { rows, end: true };
  }
  return { rows, end: false };
}
