/** Commands behind searches: the caller's readable range, the rows that were found, new digests. */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { FilterKind } from '#src/domain/messages/row-filter.js';
import type { Topic } from '#src/domain/messages/topics.js';
import type { RoomView, RowView } from '#src/domain/messages/views.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';

export type SearchCommand =
  /** Members: how far they may read. */
  /** `counts`: the topics of the newest rows are wanted too. */
  | { type: 'view_scope'; by: Caller; counts?: true }
  /** Members: those of these rows that they may see, in the order asked. `events`: hidden ones too, for admins. */
  | { type: 'view_rows'; by: Caller; seqs: number[]; events: boolean }
  /** From what has read a full span of the log: its words and topics, or those of a group of spans, as of entry `rev`. */
  | ({ type: 'keep_digest'; span: number; rev: number } & Digested)
  /** The topics of a full span, if the room has counted them along. */
  | { type: 'keep_counted_topics'; span: number };

export type Digested =
  | { kind: 'words'; words: string }
  | { kind: 'topics' | 'groups'; topics: Omit<TopicsDigest, '_id' | 'rev'> };

/** Open groups, the largest first. */
export interface RoomQuery {
  /** Without one, all. */
  q?: string | undefined;
  limit: number;
  offset: number;
}

/** The rows that one member may read as of entry `seq`: rows after `after` that were written after `gone`. */
export interface SearchScope {
  room: RoomId;
  seq: number;
  /** The room's rows up to here are gone for everybody. */
  swept: number;
  after: number;
  /** ms */
  gone: number;
  createdAt: number;
  memberCount: number;
  /** Topics of the span that is not full yet, if the room has counted them. */
  unfinished?: Omit<TopicsDigest, '_id' | 'rev'>;
}

export interface SearchReplies {
  view_scope: SearchScope;
  view_rows: { messages: RowView[] };
  keep_digest: null;
  /** False: they have to be read. */
  keep_counted_topics: { isKept: boolean };
}

export interface RoomStats {
  createdAt: number;
  memberCount: number;
  messageCount: number;
}

/** Photos and videos, newest first. */
export interface MediaQuery {
  /** The senders of the rows. */
  from?: AccountId;
  /** ms: sent before. */
  beforeAt?: number;
  beforeSeq?: number;
  limit: number;
}

/** Words, filters, or both. */
export interface SearchQuery {
  q?: string | undefined;
  /** The sender; null: somebody who is not there, who has sent nothing. */
  from?: AccountId | null;
  /** ms: sent before. */
  beforeAt?: number | undefined;
  has?: FilterKind | undefined;
  beforeSeq?: number;
  limit: number;
}

/** `nextBeforeSeq`: older rows are found from there; null when there are none. */
export interface SearchPage {
  messages: RowView[];
  nextBeforeSeq: number | null;
}

/**
 * Looking things up in a room: the room says how far the caller may read, the reading is done beside it, and the
 * room has the last word on each row that was found. So a long search keeps nobody waiting.
 */
export interface RoomSearch {
  /** `isOver` is asked before each further span of the log: the search ends with what it has found. */
  search(room: RoomId, by: Caller, search: SearchQuery, isOver?: () => boolean): Promise<SearchPage>;
  topics(room: RoomId, by: Caller): Promise<Topic[]>;
  stats(room: RoomId, by: Caller): Promise<RoomStats>;
  /** Open groups, for anybody with a username. */
  rooms(by: Caller, search: RoomQuery): Promise<{ rooms: RoomView[]; hasMore: boolean }>;
  media(room: RoomId, by: Caller, search: MediaQuery): Promise<{ messages: RowView[]; hasMore: boolean }>;
  /** Event rows among the newest rows of the room, newest first. */
  events(room: RoomId, by: Caller, limit: number): Promise<RowView[]>;
}

export interface InboxQuery {
  /** The `next` of the page before. */
  before?: string | undefined;
  limit: number;
}

/** Newest first. `next` is null at the end; a page in front of it may be short. */
export interface InboxPage {
  messages: RowView[];
  next: string | null;
}

/** Rows that concern the caller, in all rooms of the caller. */
export interface Inbox {
  /** Rows of others that quote the caller's rows, or that stand in the caller's discussions. */
  replies(by: Caller, query: InboxQuery): Promise<InboxPage>;
  /** The first rows of discussions that the caller has begun or written in. */
  discussions(by: Caller, query: InboxQuery): Promise<InboxPage>;
}

export interface TopicsDigest extends Doc {
  rev: number;
  topics: [tag: string, count: number, lastSeq: number, lastAt: number][] | null;
  messages: number;
  firstAt: number;
  lastAt: number;
}
