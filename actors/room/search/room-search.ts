import type { Caller } from '#src/domain/accounts/account.js';
import { fits, type RowFilter } from '#src/domain/messages/row-filter.js';
import { queryOf } from '#src/domain/messages/search-words.js';
import { TopicCount } from '#src/domain/messages/topics.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { RoomSearch, SearchQuery, SearchScope } from '../commands/search-commands.js';
import type { Rooms, RowView } from '../commands.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { topicsIn } from '../model/digests.js';
import { pageLength, rowBytes } from '../reading/page-bytes.js';
import { findRooms } from './find-rooms.js';
import { newestMedia } from './newest-media.js';
import { entryFrom, type FoundRows, searchRows } from './search-rows.js';
import { Spans } from './spans.js';

const never = () => false;
const TOPICS_MAX = 100;
/** Rows that are asked of the room at once: a page may end before the last of them. */
const ROWS_PER_ASK_MAX = 50;
/** Events are looked for among so many of the newest rows. */
const EVENT_ROWS = 500;

export function createRoomSearch(rooms: Rooms, reader: Reader): RoomSearch {
  const scopeOf = (room: RoomId, by: Caller, more: { counts?: true } = {}): Promise<SearchScope> =>
    rooms.ask(room, { type: 'view_scope', by, ...more });

  /** The visible ones of these rows, in their order, up to the size of a page. */
  async function rowsOf(room: RoomId, by: Caller, seqs: number[]): Promise<{ messages: RowView[]; isCut: boolean }> {
    const all: RowView[] = [];
    for (let at = 0; at < seqs.length; at += ROWS_PER_ASK_MAX) {
      const some = seqs.slice(at, at + ROWS_PER_ASK_MAX);
      const { messages } = await rooms.ask(room, { type: 'view_rows', by, seqs: some, events: false });
      all.push(...messages);
      const length = pageLength(all, all.length, ({ row }) => rowBytes(row));
      if (length < all.length) return { messages: all.slice(0, length), isCut: true };
    }
    return { messages: all, isCut: false };
  }

  /** One more than the limit, so that the end is known. */
  async function foundRows(
    spans: Spans,
    scope: SearchScope,
    { from, beforeAt, beforeSeq, has, limit }: SearchQuery,
    filter: RowFilter,
    isOver: () => boolean,
  ): Promise<FoundRows> {
    const count = limit + 1;
    const place = { ...(beforeSeq !== undefined && { beforeSeq }), ...(beforeAt !== undefined && { beforeAt }) };
    if (filter.query === null && (has === 'photo' || has === 'video')) {
      const seqs = await newestMedia(reader, scope, { ...place, ...(from && { from }), limit: count });
      return { seqs, endedBefore: null };
    }
    const before = beforeSeq ?? (beforeAt === undefined ? scope.seq + 1 : await entryFrom(reader, scope, beforeAt));
    return searchRows(spans, scope, { filter, before, limit: count, isOver });
  }

  return {
    async search(room, by, search, isOver = never) {
      const scope = await scopeOf(room, by);
      const filter = filterOf(search);
      if (filter === null) return { messages: [], nextBeforeSeq: null };
      const { limit } = search;
      const { seqs, endedBefore } = await foundRows(new Spans(rooms, reader, scope), scope, search, filter, isOver);
      const { messages: views, isCut } = await rowsOf(room, by, seqs.slice(0, limit));
      // A row that was edited since it was found may say the words no longer.
      const messages = views.filter(({ row }) => fits(row, filter));
      if (isCut) return { messages, nextBeforeSeq: views.at(-1)?.row.seq ?? null };
      return { messages, nextBeforeSeq: seqs.length > limit ? (seqs[limit - 1] ?? null) : endedBefore };
    },

    async topics(room, by) {
      const scope = await scopeOf(room, by, { counts: true });
      const count = await countTopics(new Spans(rooms, reader, scope), scope);
      return count.topics.slice(0, TOPICS_MAX);
    },

    async stats(room, by) {
      const scope = await scopeOf(room, by, { counts: true });
      // Statistics are of the room: rows from before the reader joined are counted too.
      const { messages } = await countTopics(new Spans(rooms, reader, scope), { ...scope, after: scope.swept });
      return { createdAt: scope.createdAt, memberCount: scope.memberCount, messageCount: messages };
    },

    async media(room, by, search) {
      const scope = await scopeOf(room, by);
      const found = await newestMedia(reader, scope, { ...search, limit: search.limit + 1 });
      const { messages, isCut } = await rowsOf(room, by, found.slice(0, search.limit));
      const isListed = ({ row }: RowView) => row.attachment !== null;
      return { messages: messages.filter(isListed), hasMore: isCut || found.length > search.limit };
    },

    rooms: (by, search) => findRooms(rooms, reader, by, search),

    async events(room, by, limit) {
      const scope = await scopeOf(room, by);
      const seqs = await newestEvents(reader, scope);
      const { messages } = await rooms.ask(room, { type: 'view_rows', by, seqs, events: true });
      return messages.slice(0, limit);
    },
  };
}

/** Null: nothing can be found. */
function filterOf({ q, from, beforeAt, has }: SearchQuery): RowFilter | null {
  const query = q === undefined ? null : queryOf(q);
  if ((q !== undefined && query === null) || from === null) return null;
  return {
    query,
    ...(from !== undefined && { from }),
    ...(beforeAt !== undefined && { beforeAt }),
    ...(has !== undefined && { has }),
  };
}

async function countTopics(spans: Spans, { after, gone, seq }: SearchScope): Promise<TopicCount> {
  const count = new TopicCount();
  if (seq <= after) return count;
  for await (const { span, topics } of spans.topics({ after, gone })) {
    if (topics) count.addAll(topicsIn(topics), topics.messages);
    else {
      for (const { row } of await spans.entries(span)) {
        if (row && row.seq > after && row.at > gone) count.addRow(row);
      }
    }
  }
  return count;
}

const PAGE = 500;

async function newestEvents(reader: Reader, { room, seq, after, gone }: SearchScope): Promise<number[]> {
  const events: number[] = [];
  let rows = 0;
  for (let edge = seq + 1; ; ) {
    const range = { index: '_id', gt: logId(room, after), lt: logId(room, edge), desc: true, limit: PAGE };
    const docs = await reader.range<EntryDoc>('log', range);
    for (const doc of docs) {
      edge = doc.seq;
      if (doc.at <= gone || rows === EVENT_ROWS) return events;
      const { row } = unpackEntry(doc);
      if (!row) continue;
      rows += 1;
      if (row.kind === 'event') events.push(row.seq);
    }
    if (docs.length < PAGE) return events;
  }
}
