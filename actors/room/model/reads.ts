/** What was read from the store for one command, beside what the room holds in memory. */
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import type { Row } from '#src/domain/messages/message.js';
import type { Ban, JoinRequest, Member, RoomId } from '#src/domain/rooms/room.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Opening } from '../direct-chats/dm-opening.js';
import type { AnonymizationBatch } from '../lifecycle/anonymize-account.js';
import type { CountsAt } from '../reading/unread.js';
import type { DeletedRead } from './deleted-counts.js';
import type { InviteDoc } from './invite-docs.js';
import type { OwnRead } from './own-pages.js';

/** What a room needs to know of an account that is no member. */
export interface KnownAccount {
  username: string | null;
}

export interface RowPage {
  rows: Row[];
  /** Nothing further lies in that direction, in the store. */
  end: boolean;
}

/** What was read from the store for one command only. */
export interface Reads {
  /** `evictions` of the state when it was read: later it may miss what left memory meanwhile. */
  at?: number;
  names?: Map<string, AccountId | null>;
  /** How those who are mentioned write their names. */
  spellings?: Map<AccountId, string | null>;
  slugHolder?: RoomId | null;
  entries?: LogEntry[];
  /** Visible rows older than the window, newest first; and those after some seq up to the window, oldest first. */
  before?: RowPage;
  after?: RowPage;
  members?: Member[];
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
  /** Those among the mentioned who have blocked the sender. */
  silenced?: Set<AccountId>;
  /** The reader's own ordinals where the cursor goes, and where the clock has taken everything before. */
  ownAt?: OwnRead;
  ownAtEdge?: OwnRead;
  entryAt?: LogEntry | null;
  opening?: Opening;
  /** Of a DM, when a message is to bring them in. */
  peer?: Account | null;
  isBlocked?: boolean;
  /** Files that a command names, by key. */
  files?: Map<string, StoredFile | null>;
  leftovers?: AnonymizationBatch;
  sweep?: { in: CollectionName; ids: string[] } | null;
}
