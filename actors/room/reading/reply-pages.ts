/** Pages of a discussion, oldest first: from the log by its index, then from the window. */
import type { Row } from '#src/domain/messages/message.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import type { CommandOf } from '../handler.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Needs } from '../model/needs.js';
import type { RoomState, RowPage } from '../model/room-state.js';
import { isVisible } from '../model/row-views.js';
import { PAGE_BYTES_MAX, pageLength, ReadSize, rowBytes } from './page-bytes.js';
import type { Page } from './row-pages.js';

type Listing = CommandOf<'list_discussion'>;
type Replies = Pick<Listing, 'messageId' | 'afterSeq' | 'limit'>;
/** Replies that the reader may not see any more are passed over, up to this many pages. */
const PAGES_MAX = 40;

export function needsReplies(needs: Needs, command: Listing, member: Member, now: number): void {
  const sees = (row: Row) => isVisible(needs.state.head as Head, member, row, now);
  needsRepliesSeen(needs, command, member.historyFrom, sees, PAGE_BYTES_MAX);
}

/** The same for a reader who `sees` some of the replies; as many of them as requested unless a size is given. */
export function needsRepliesSeen(
  needs: Needs,
  replies: Replies,
  from: number,
  sees: (row: Row) => boolean,
  bytesMax = Number.POSITIVE_INFINITY,
): void {
  const { state } = needs;
  const after = Math.max(replies.afterSeq, from);
  if (after >= state.windowFrom) return;
  needs.once('after', (reader) => readReplies(reader, state, { ...replies, bytesMax }, after, sees));
}

export function repliesAfter(state: RoomState, command: Listing, member: Member, now: number): Page {
  const { rows, hasMore } = repliesSeen(state, command, command, (row) =>
    isVisible(state.head as Head, member, row, now),
  );
  const length = pageLength(rows, command.limit, rowBytes);
  return { rows: rows.slice(0, length), hasMore: hasMore || length < rows.length };
}

export function repliesSeen(state: RoomState, command: object, replies: Replies, isSeen: (row: Row) => boolean): Page {
  const { messageId, afterSeq, limit } = replies;
  const sees = (row: Row) => row.seq > afterSeq && isSeen(row);
  const read = state.readsFor(command).after;
  const current = (row: Row): Row => {
    const known = state.rowAt(row.seq);
    return known && known.rev > row.rev ? known : row;
  };
  const older = (read?.rows ?? []).map(current).filter((row) => row.seq <= state.windowFrom && sees(row));
  const reachesWindow = !read || read.end;
  const newer = reachesWindow ? state.window.filter((row) => row.discussionOf === messageId && sees(row)) : [];
  const found = [...older, ...newer];
  return { rows: found.slice(0, limit), hasMore: found.length > limit || !reachesWindow };
}

async function readReplies(
  reader: Reader,
  state: RoomState,
  { messageId, limit, bytesMax }: Replies & { bytesMax: number },
  after: number,
  sees: (row: Row) => boolean,
): Promise<RowPage> {
  const rows: Row[] = [];
  const upTo = state.windowFrom;
  const size = new ReadSize();
  let bytes = 0;
  let edge = after;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const wanted = size.next(limit + 1);
    const range = { index: 'discussion', prefix: [state.id, messageId], gt: edge, lte: upTo, limit: wanted };
    const docs = await reader.range<EntryDoc>('log', range);
    for (const doc of docs) {
      const { row } = unpackEntry(doc);
      size.add(doc);
      if (row && sees(row)) {
        rows.push(row);
        bytes += rowBytes(row);
      }
      if (rows.length > limit || bytes > bytesMax) return { rows, end: false };
      edge = doc.seq;
    }
    if (docs.length < wanted) return { rows, end: true };
  }
  return { rows, end: false };
}
