/** What the log of a room says in the end, looked up by what people know. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Fact, LeaveReason } from '#src/domain/log/log.js';
import type { Documents } from '../edges/documents.js';

export interface LoggedRow {
  seq: number;
  id: string;
  /** Everybody may see it. */
  isPublic: boolean;
  clientId: string | null;
  sender: string | null;
  isDeleted: boolean;
  /** The entry that took it back. */
  deletedBy?: number;
  /** What it said, from which entry on. */
  bodies: [from: number, body: string][];
}

export class RoomLog {
  readonly room: string;
  readonly entries: EntryDoc[];
  readonly rows = new Map<string, LoggedRow>();
  /** By account: since which entry inside (true) or outside. */
  readonly #presence: Timelines = new Map();
  readonly #bans: Timelines = new Map();
  readonly #mutes: Timelines = new Map();
  /** How often which command moved whom: `join_room <account>`. */
  readonly moves = new Map<string, number>();
  slowMs = 0;

  constructor(room: string, documents: Documents) {
    this.room = room;
    this.entries = documents.range<EntryDoc>('log', { index: '_id', gt: `${room}:`, lt: `${room};`, limit: 10_000 });
    for (const entry of this.entries) this.#follow(entry);
  }

  get newest(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  /** Between two places, oldest first; the first excluded. */
  publicRows(after: number, upTo: number): LoggedRow[] {
    return [...this.rows.values()].filter(({ seq, isPublic }) => isPublic && seq > after && seq <= upTo);
  }

  isInside = (account: string, seq: number): boolean => isAt(this.#presence, account, seq);
  isBanned = (account: string, seq: number): boolean => isAt(this.#bans, account, seq);
  /** Since mutes are as long as a run, the log says it without a clock. */
  isMuted = (account: string, seq: number): boolean => isAt(this.#mutes, account, seq);

  /** Whether they said something then, by the clock of the service. */
  saidBetween(account: string, from: number, to: number): boolean {
    return this.entries.some(({ row, at }) => row?.sender?.accountId === account && at >= from && at <= to);
  }

  /** What becomes of them next is that they come. */
  joinsAfter(account: string, seq: number): boolean {
    const next = (this.#presence.get(account) ?? []).find(([from]) => from > seq);
    return next?.[1] === true;
  }

  #follow(entry: EntryDoc): void {
    const { row, seq } = entry;
    if (row) {
      this.rows.set(row.id, {
        seq,
        id: row.id,
        isPublic: (row.audience ?? 'all') === 'all',
        clientId: row.clientId ?? null,
        sender: row.sender?.accountId ?? null,
        isDeleted: entry.deletedAt !== undefined,
        bodies: (entry.edits ?? []).length === 0 ? [[seq, entry.content?.body ?? '']] : [],
      });
    }
    for (const fact of entry.facts ?? []) this.#apply(fact, seq, entry);
  }

  #apply(fact: Fact, seq: number, entry: EntryDoc): void {
    switch (fact.type) {
      case 'room_created':
        this.slowMs = fact.settings.slowModeS * 1_000;
        return;
      case 'member_joined':
        this.#count(fact.role === 'founder' ? 'create_room' : 'join_room', fact.account);
        note(this.#mutes, fact.account, seq, fact.mutedUntil !== null);
        return note(this.#presence, fact.account, seq, true);
      case 'member_left':
        this.#count(leaving[fact.reason], fact.account);
        return note(this.#presence, fact.account, seq, false);
      case 'member_banned':
      case 'member_unbanned':
        return note(this.#bans, fact.account, seq, fact.type === 'member_banned');
      case 'member_muted':
      case 'member_unmuted':
        return note(this.#mutes, fact.account, seq, fact.type === 'member_muted');
      case 'message_edited':
        this.rows.get(fact.id)?.bodies.push([seq, entry.content?.body ?? '']);
        return;
      case 'message_deleted': {
        const row = this.rows.get(fact.id);
        if (row) row.deletedBy = seq;
      }
    }
  }

  #count(what: string, account: string): void {
    const sign = `${what} ${account}`;
    this.moves.set(sign, (this.moves.get(sign) ?? 0) + 1);
  }
}

/** By account: since which entry it is so, or not. */
type Timelines = Map<string, [from: number, isSo: boolean][]>;

const leaving: Record<LeaveReason, string> = {
  left: 'leave_room',
  kicked: 'kick_member',
  banned: 'ban_member',
  deleted: 'delete_account',
};

function note(timelines: Timelines, account: string, seq: number, isSo: boolean): void {
  const timeline = timelines.get(account) ?? [];
  timelines.set(account, timeline);
  timeline.push([seq, isSo]);
}

function isAt(timelines: Timelines, account: string, seq: number): boolean {
  return timelines.get(account)?.findLast(([from]) => from <= seq)?.[1] ?? false;
}
