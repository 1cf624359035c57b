/**
 * The memory of a room: its head, its admins, the recently active members, a window of the newest rows and entries. A
 * room of 100 000 members costs no more than its active ones.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { DeletedRow } from '#src/domain/log/unread.js';
import type { Row } from '#src/domain/messages/message.js';
import { largestSizes, type MessageSizes } from '#src/domain/messages/sizes.js';
import type { RowView } from '#src/domain/messages/views.js';
import type { Ban, Head, JoinRequest, Member, Ordinals, ReadState, RoomId } from '#src/domain/rooms/room.js';
import { type CountedRows, nothingCounted } from './counted-rows.js';
import { DedupCache } from './dedup-cache.js';
import type { InviteDoc } from './invite-docs.js';
import { nothingToPush, type PushState } from './push-state.js';
import type { Edge, Reactions, Reads, Votes } from './reads.js';
import { type RoomBounds, roomBounds } from './room-bounds.js';
import { SpanTopics } from './span-topics.js';

export type { KnownAccount, Reads, RowPage } from './reads.js';

const DOCUMENT_TTL_MS = 3_600_000;

const nothingRead: Readonly<Reads> = Object.freeze({});

export interface ExpiredUpTo {
  seq: number;
  counts: Ordinals;
}

export class RoomState {
  readonly id: RoomId;
  readonly bounds: Readonly<RoomBounds>;
  /** Null: there is no such room (any more, or yet). */
  head: Head | null = null;
  /** Null is a known absence. Admins and the founder are always here. */
  readonly members = new Map<AccountId, Member | null>();
  readonly readStates = new Map<AccountId, ReadState | null>();
  /** Bans and requests by account, invites by code, as far as they were needed; null is a known absence. */
  readonly bans = new Map<AccountId, Ban | null>();
  readonly requests = new Map<AccountId, JoinRequest | null>();
  readonly invites = new Map<string, InviteDoc | null>();
  /** Every row after `windowFrom` is here, oldest first. */
  window: Row[] = [];
  windowFrom = 0;
  /** Rows from before the window that were needed lately. */
  readonly oldRows = new Map<number, Row | null>();
  /** The newest entries, oldest first, without a hole. */
  recent: LogEntry[] = [];
  /** The last entry the clock has taken, as far as it was needed. */
  edge: Edge | null = null;
  push: PushState = nothingToPush();
  /** Requests by their dedup key; null is a known absence. */
  readonly dedup = new DedupCache();
  /** Every deleted row after `deletedFloor`. */
  deleted: DeletedRow[] = [];
  deletedFloor = 0;
  /** The reactions of each account, by the key of their document, with the entry that changed it last. */
  readonly reactions = new Map<string, Reactions | null>();
  /** The choices of each account in a survey, likewise. */
  readonly votes = new Map<string, Votes | null>();
  /** Pages and lists read for one command; most commands need none. */
  readonly #reads = new WeakMap<object, Reads>();

  /** Entries up to this one are in every projection. */
  appliedSeq = 0;
  /** In a DM: whether one of the two has blocked the other; null where nobody has looked. */
  isBlocked: boolean | null = null;
  /** How long a document stays after it was sent. */
  documentTtlMs = DOCUMENT_TTL_MS;
  /** Bounds of new messages and files. */
  sizes: Readonly<MessageSizes> = largestSizes;
  /** The time of the turn at hand. */
  now = 0;
  /** Entries up to this one are durable. */
  durableSeq = 0;
  /** What they changed is in the store, too. Behind `durableSeq` while the repairs of a load are on their way. */
  storedSeq = 0;
  /** Members whose document is behind their memory, until the next checkpoint. */
  readonly dirty = new Set<AccountId>();
  /** Reader documents on their way to the store, by the version that is on its way. */
  readonly writing = new Map<AccountId, number>();
  /** Grows with each eviction: an earlier read may be older than an evicted document. */
  evictions = 0;
  /** The bytes of the rows in memory. */
  readonly counted: CountedRows = nothingCounted();
  readonly spanTopics = new SpanTopics();
  /** The readers' views of the rows in the window, by seq. */
  readonly views = new Map<number, RowView>();

  constructor(id: RoomId, bounds: Readonly<RoomBounds> = roomBounds) {
    this.id = id;
    this.bounds = bounds;
  }

  memberOf(account: AccountId): Member | null {
    const member = this.members.get(account);
    return member?.present ? member : null;
  }

  /** The row as it is now, when memory has it; undefined when it has to be read. */
  rowAt(seq: number): Row | null | undefined {
    if (seq > this.windowFrom) return findRow(this.window, seq);
    return this.oldRows.get(seq);
  }

  replaceRow(row: Row): void {
    if (row.seq > this.windowFrom) {
      const at = rowIndex(this.window, row.seq);
      if (at >= 0) this.window[at] = row;
    } else if (this.oldRows.has(row.seq)) this.oldRows.set(row.seq, row);
  }

  /** The entry, when it is among the newest. */
  entryAt(seq: number): LogEntry | undefined {
    const first = this.recent[0]?.seq ?? 0;
    return seq >= first ? this.recent[seq - first] : undefined;
  }

  readsFor(command: object): Readonly<Reads> {
    return this.#reads.get(command) ?? nothingRead;
  }

  keepReads(command: object, reads: Reads): void {
    this.#reads.set(command, reads);
  }

  /** Drops data that was not used lately and is safe in the store. */
  trim(): void {
    const { storedSeq, bounds } = this;
    if (this.#hasOldEntries()) this.#trimNewest(bounds.entries, bounds.rows);
    if (this.deleted.length > bounds.deleted * 2 && storedSeq === this.head?.seq) this.#trimDeleted();
    if (this.dedup.trim(bounds.dedup, storedSeq)) this.evictions += 1;
    // Mostly nothing is: this runs after each durable message.
    if (this.#isBeyondBounds()) this.#forgetUnused();
  }

  /** So many that are stored may go that looking through all of them is worth it; under load, few of them are stored. */
  #hasOldEntries(): boolean {
    const { recent, storedSeq, bounds } = this;
    const [oldest] = recent;
    if (oldest === undefined || recent.length <= bounds.entries * 2) return false;
    return Math.min(storedSeq, (this.head?.seq ?? 0) - bounds.entries) - oldest.seq >= bounds.entries;
  }

  #isBeyondBounds(): boolean {
    const { oldRows, reactions, votes, bans, requests, invites, readStates, members, bounds } = this;
    const single = Math.max(oldRows.size, reactions.size, votes.size, bans.size, requests.size, invites.size);
    return single > bounds.oldRows || Math.max(readStates.size, members.size) > bounds.members;
  }

  #forgetUnused(): void {
    const { storedSeq, bounds } = this;
    this.#forget(this.oldRows, bounds.oldRows, (row) => !row || (row.rev <= storedSeq && !this.#isShown(row)));
    for (const choices of [this.reactions, this.votes] as Map<string, { rev: number } | null>[]) {
      this.#forget(choices, bounds.oldRows, (choice) => !choice || choice.rev <= storedSeq);
    }
    for (const records of [this.bans, this.requests, this.invites] as Map<string, { rev: number } | null>[]) {
      this.#forget(records, bounds.oldRows, (record) => !record || record.rev <= storedSeq);
    }
    const isReadStateStored = (readState: ReadState | null) => !readState || readState.rev <= storedSeq;
    this.#forget(this.readStates, bounds.members, (it, account) => isReadStateStored(it) && !this.writing.has(account));
    this.#forget(this.members, bounds.members, (member, account) => this.#isForgettable(member, account));
  }

  /** Memory is scarce: the newest rows stay, the store has the others. */
  shrink(): void {
    const { rowsWhenTight } = this.bounds;
    if (this.recent.length > rowsWhenTight * 2) this.#trimNewest(rowsWhenTight, rowsWhenTight);
  }

  /** Pins and the last message are shown with the room, so they stay in memory. */
  #isShown({ id, seq }: Row): boolean {
    return this.head?.lastMessageSeq === seq || this.head?.pins.includes(id) === true;
  }

  /** The newest rows stay, all of them after the floor; the store knows the others. */
  #trimDeleted(): void {
    this.deleted = this.deleted.sort((a, b) => a.seq - b.seq).slice(-this.bounds.deleted);
    this.deletedFloor = Math.max(this.deletedFloor, this.deleted[0]?.seq ?? 0);
    this.evictions += 1;
  }

  #isForgettable(member: Member | null, account: AccountId): boolean {
    return !member || (member.rev <= this.storedSeq && !this.dirty.has(account) && member.role === 'member');
  }

  /** Entries and rows are evicted together, so that every row of an entry is in the window. */
  #trimNewest(entriesKept: number, rowsKept: number): void {
    const keepFrom = Math.min(this.storedSeq, (this.head?.seq ?? 0) - entriesKept);
    this.recent = this.recent.filter(({ seq }) => seq > keepFrom);
    const firstKept = this.window.findIndex(({ seq }) => seq > keepFrom);
    const keep = Math.min(firstKept < 0 ? this.window.length : firstKept, this.window.length - rowsKept);
    if (keep <= 0) return;
    for (const row of this.window.slice(0, keep)) {
      if (row.rev > this.storedSeq || this.#isShown(row)) this.oldRows.set(row.seq, row);
    }
    for (const { seq } of this.window.slice(0, keep)) this.views.delete(seq);
    this.windowFrom = (this.window[keep - 1] as Row).seq;
    this.window = this.window.slice(keep);
    this.evictions += 1;
  }

  /** Past its bound, a map loses the older half of its removable entries. */
  #forget<V>(map: Map<string, V> | Map<number, V>, bound: number, mayGo: (value: V, key: string) => boolean): void {
    const before = map.size;
    if (before <= bound) return;
    for (const [key, value] of map as Map<string, V>) {
      if (map.size <= bound / 2) break;
      if (mayGo(value, key)) (map as Map<string, V>).delete(key);
    }
    if (map.size < before) this.evictions += 1;
  }
}

function rowIndex(rows: Row[], seq: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = (rows[middle] as Row).seq;
    if (at === seq) return middle;
    if (at < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const findRow = (rows: Row[], seq: number): Row | null => rows[rowIndex(rows, seq)] ?? null;
