/** A handler's decision, before it becomes an entry or writes. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import type { ReadState } from '#src/domain/rooms/room.js';
import type { Write } from '#src/store/store.js';
import type { InternalCommand, UserEvent } from '../commands.js';
import type { PushState } from './push-state.js';

/** What a row gets from its place in the log, and what only later entries give it. */
type Placed = 'id' | 'seq' | 'rev' | 'at' | 'editedAt' | 'edits' | 'deletedAt' | 'reactions';
type Later = 'discussion' | 'votes' | 'expired' | 'openings' | 'goneFiles' | 'entryId';

/** A row as decided. */
export type RowDraft = Omit<Row, Placed | Later>;

export interface Plan {
  kind: 'commit';
  by: AccountId | null;
  facts: Fact[];
  row?: RowDraft;
  dedup?: string;
  hash?: string;
  /** The conversation's newest row after this entry, when the entry takes the present one away. */
  lastMessage?: { seq: number; at: number };
  /** Made after the entry was applied. */
  reply: (entry: LogEntry) => unknown;
  userEvents?: (entry: LogEntry) => UserEvent[];
  /** Commands to this room, sent once the entry is durable. */
  follow?: InternalCommand[];
  /** Creation: the entry and its documents, all or nothing. */
  alongside?: Write[];
  /** In an import: the time of the original, its edit and its reactions. Such a row is not pushed. */
  original?: Original;
}

export interface Original {
  at: number;
  editedAt: number | null;
  reactions: Record<string, number>;
}

/** A change of documents that belong to one reader; no entry. */
export interface ReadStatePlan {
  kind: 'read-state';
  readState: ReadState;
  reply: () => unknown;
  userEvents?: UserEvent[];
}

/** Writes that do not change the room: the sweep of a deleted room's documents. */
export interface WritesPlan {
  kind: 'writes';
  writes: Write[];
  /** Writes that depend on those. */
  after?: Write[];
  reply: unknown;
  push?: PushState;
  /** The writes change the basis of memory. */
  reload?: true;
}
