/** Documents that were read from the store for one command, beside the room's memory. */
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Report } from '#src/domain/accounts/report.js';
import type { LogEntry, OwnPage } from '#src/domain/log/log.js';
import type { DeletedCounts } from '#src/domain/log/unread.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import type { Row } from '#src/domain/messages/message.js';
import type { DmDoc } from '#src/domain/rooms/dm.js';
import type { Ban, JoinRequest, Member, Ordinals, RoomId } from '#src/domain/rooms/room.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import type { ScanPosition } from '../commands/anonymize-commands.js';
import type { InviteDoc } from './invite-docs.js';

/** The facts that a room needs about an account that is no member. */
export interface KnownAccount {
  username: string | null;
  bot?: Account['bot'];
}

export interface RowPage {
  rows: Row[];
  /** Nothing further lies in that direction, in the store. */
  end: boolean;
}

/** The documents that were read from the store for one command only. */
export interface Reads {
  /** `evictions` of the state at the time of the read: later the read may miss evicted documents. */
  at?: number;
  /** The turn needs the outcome of an earlier request with the same `client_id`. */
  isRepeatRead?: true;
  names?: Map<string, AccountId | null>;
  /** How those who are mentioned write their names. */
  spellings?: Map<AccountId, string | null>;
  slugHolder?: RoomId | null;
  entries?: LogEntry[];
  /** Visible rows older than the window, newest first; and those after some seq up to the window, oldest first. */
  before?: RowPage;
  after?: RowPage;
  members?: Member[];
  named?: NamedMembers;
  successors?: Member[];
  deleted?: DeletedRead;
  countsAt?: CountsAt | null;
  previousMessage?: Row | null;
  /** Whose card is sent. */
  contact?: { account: AccountId } | null;
  /** The account a command is about, when it is no member. */
  account?: KnownAccount | null;
  bans?: Ban[];
  requests?: JoinRequest[];
  invites?: InviteDoc[];
  governing?: LogEntry[];
  expiring?: LogEntry[];
  pushRows?: Row[];
  reactors?: StoredReactions[];
  /** The mentioned accounts that have blocked the sender. */
  silenced?: Set<AccountId>;
  /** The reader's own ordinals where the cursor goes, and where the clock has taken everything before. */
  ownAt?: OwnRead;
  ownAtEdge?: OwnRead;
  entryAt?: LogEntry | null;
  opening?: DmOpeningRead;
  /** Of a DM, when a message is to bring them in. */
  peer?: Account | null;
  isBlocked?: boolean;
  /** Files that a command names, by key. */
  files?: Map<string, StoredFile | null>;
  leftovers?: AnonymizationBatch;
  /** The report that the command settles. */
  report?: Report | null;
  sweep?: { in: CollectionName; ids: string[] } | null;
}

export interface NamedMembers {
  /** As stored; memory may be newer. */
  members: Member[];
  /** All accounts of such names that were looked at, members or not. */
  accounts: ReadonlySet<AccountId>;
}

/** The facts that decide on opening a DM that does not exist yet, as of now. */
export interface DmOpeningRead {
  peer: Account | null;
  /** False where the opener's account was deleted meanwhile. */
  isOpenerThere: boolean;
  isBlocked: boolean;
  /** The DM the two had before. */
  before: DmDoc | null;
  slug: string | null;
  stars: number;
}

/** A batch as it was read, the place behind it, and what was stored before it was. */
export interface AnonymizationBatch {
  in: CollectionName;
  docs: (Doc & Record<string, unknown>)[];
  next: ScanPosition;
  storedSeq: number;
}

/** The room's ordinals at one entry. */
export interface CountsAt {
  seq: number;
  counts: Ordinals;
}

/** Numbers of rows after `from` and up to the floor of memory, as of entry `upToRev`. */
export interface DeletedRead extends DeletedCounts {
  from: number;
  upToRev: number;
}

/** The read for one position: the page behind it or, in logs of earlier versions, the own rows from there on. */
export interface OwnRead {
  seq: number;
  page: OwnPage | null;
  /** Own rows from that place to the window; null where the log is too long to be read for it. */
  between?: Ordinals | null;
}

/** The last entry that is gone, with the ordinals there; `nextAt` is the time of the one after it. */
export interface Edge {
  seq: number;
  counts: Ordinals;
  nextAt: number;
}

/** One person's reactions to one row. */
export interface Reactions {
  emojis: string[];
  rev: number;
}

/** The same as it is stored. */
export interface StoredReactions extends Reactions, Doc {
  account: AccountId;
}

/** The choices of one person in one survey. */
export interface Votes {
  options: number[];
  rev: number;
}
