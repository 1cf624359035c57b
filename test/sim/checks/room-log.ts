/** What the log of a room says in the end, looked up by what people know. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Fact, LeaveReason } from '#src/domain/log/log.js';
import type { ForwardedFrom } from '#src/domain/messages/message.js';
import { type Invite, isUsable } from '#src/domain/rooms/invite.js';
import { holds } from '#src/domain/rooms/permissions.js';
import type { Role } from '#src/domain/rooms/room.js';
import type { Documents } from '../edges/documents.js';
import { CLOCK_SLACK_MS, Lifetimes } from './lifetimes.js';

export interface LoggedRow {
  seq: number;
  /** ms since epoch. */
  at: number;
  id: string;
  /** Everybody may see it; or else admins, or nobody. */
  isPublic: boolean;
  isForAdmins: boolean;
  clientId: string | null;
  sender: string | null;
  /** Whose unread it is not. */
  owner: string | null;
  /** Deleted or swept: its texts are not kept. */
  isDeleted: boolean;
  hasContent: boolean;
  forwardedFrom?: ForwardedFrom;
  replyTo: string | null;
  /** By name, and whether everybody is called. */
  mentioned: readonly string[];
  mentionsAll: boolean;
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
  readonly #mutes: Timelines<number> = new Map();
  readonly #roles: Timelines<Role | null> = new Map();
  /** Keys that members do not have, and by account those that an admin was granted. */
  readonly #denied: Timelines<string[]> = new Map();
  readonly #granted: Timelines<string[]> = new Map();
  /** How often which command moved whom: `join_room <account>`. */
  readonly moves = new Map<string, number>();
  readonly lifetimes = new Lifetimes();
  readonly #slowMs: [from: number, ms: number][] = [];

  readonly #invites: Timelines<Invite> = new Map();
  /** Accounts that were erased here. */
  readonly erased: ReadonlySet<string>;

  /** `tombstones`: whose account each of them replaces. */
  constructor(room: string, entries: EntryDoc[], tombstones: ReadonlyMap<string, string> = new Map()) {
    this.room = room;
    this.entries = entries;
    this.erased = new Set(tombstones.values());
    if (tombstones.size > 0) this.entries = this.entries.map((entry) => withAccounts(entry, tombstones));
    for (const entry of this.entries) this.#follow(entry);
  }

  /** By its last entry. */
  get isDeleted(): boolean {
    return this.entries.at(-1)?.facts?.some(({ type }) => type === 'room_deleted') ?? false;
  }

  get newest(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  /** The newest entry at that time, ms since epoch; 0 = there was none. */
  newestAt(time: number): number {
    return this.entries.findLast(({ at }) => at <= time)?.seq ?? 0;
  }

  /** Between two places, oldest first; the first excluded. */
  publicRows(after: number, upTo: number): LoggedRow[] {
    return [...this.rows.values()].filter(({ seq, isPublic }) => isPublic && seq > after && seq <= upTo);
  }

  isInside = (account: string, seq: number): boolean => isAt(this.#presence, account, seq);
  /** Since they came first, or since the room is there. */
  isAlwaysInside(account: string): boolean {
    const presence = this.#presence.get(account) ?? [];
    return presence.length > 0 && presence.every(([, isInside]) => isInside);
  }

  isBanned = (account: string, seq: number): boolean => isAt(this.#bans, account, seq);
  /** ms since epoch; 0 = not muted. */
  mutedUntil = (account: string, seq: number): number => stateAt(this.#mutes, account, seq) ?? 0;
  roleOf = (account: string, seq: number): Role | null => stateAt(this.#roles, account, seq) ?? null;
  isAdmin = (account: string, seq: number): boolean => (this.roleOf(account, seq) ?? 'member') !== 'member';

  isInviteUsable(code: string, seq: number, now: number): boolean {
    const invite = stateAt(this.#invites, code, seq);
    return invite !== undefined && isUsable(invite, now);
  }

  slowMs = (seq: number): number => this.#slowMs.findLast(([from]) => from <= seq)?.[1] ?? 0;

  /** Whether they may, as long as they are in the room. */
  holds(account: string, key: string, seq: number): boolean {
    const role = this.roleOf(account, seq) ?? 'member';
    const memberDenied = stateAt(this.#denied, '', seq) ?? [];
    return holds({ memberDenied }, { role, granted: stateAt(this.#granted, account, seq) ?? [] }, key);
  }

  /** How many rows somebody who has read up to one place has not read up to another. */
  unreadOf(account: string, after: number, upTo: number, now: number): number {
    return this.#unread(account, after, upTo, now).length;
  }

  /** And how many of them mention them. */
  mentionsOf(account: string, after: number, upTo: number, now: number): number {
    const rows = this.#unread(account, after, upTo, now);
    return rows.filter(({ mentionsAll, mentioned }) => mentionsAll || mentioned.includes(account)).length;
  }

  #unread(account: string, after: number, upTo: number, now: number): LoggedRow[] {
    const rows = [...this.rows.values()].filter((row) => {
      return row.seq > after && row.seq <= upTo && !this.lifetimes.isGone(row, upTo, now);
    });
    return rows.filter((row) => {
      const { isPublic, isForAdmins, owner, deletedBy = upTo + 1 } = row;
      return owner !== account && deletedBy > upTo && (isPublic || (isForAdmins && this.isAdmin(account, upTo)));
    });
  }

  /** What lists show since that entry; 0 = nothing. */
  lastMessageAt = (seq: number): number => this.entries[seq - 1]?.head[4] ?? 0;

  /** What is told late may be newer. */
  isLastMessage = (shown: number, seq: number): boolean =>
    shown === this.lastMessageAt(seq) ||
    (shown === 0 && this.lifetimes.isUsed) ||
    this.entries.slice(seq).some(({ head }) => head[4] === shown && shown > 0);

  /** An entry about a member is told as they are: late, of somebody who has left since, nothing of it is. */
  isAboutSomebodyGone(seq: number, toldAt: number): boolean {
    return (this.entries[seq - 1]?.facts ?? []).some((fact) => {
      if (!memberFacts.has(fact.type) || !('account' in fact)) return false;
      return (this.#presence.get(fact.account) ?? []).some(([from, isInside]) => {
        return from > seq && !isInside && (this.entries[from - 1]?.at ?? 0) < toldAt + CLOCK_SLACK_MS;
      });
    });
  }

  /** Whether they said something then, by the clock of the service. */
  saidBetween(account: string, from: number, to: number): boolean {
    return [...this.rows.values()].some(({ sender, at }) => sender === account && at >= from && at <= to);
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
        isForAdmins: row.audience === 'admins',
        clientId: row.clientId ?? null,
        sender: row.sender ? (row.sender.accountId ?? row.owner ?? null) : null,
        owner: row.owner ?? row.sender?.accountId ?? null,
        at: entry.at,
        isDeleted: entry.deletedAt !== undefined || entry.expired === true,
        hasContent: Object.keys(entry.content ?? {}).length > 0,
        replyTo: row.replyTo ?? null,
        mentioned: row.mentioned ?? [],
        mentionsAll: row.mentionsAll === true,
        ...(row.forwardedFrom && { forwardedFrom: row.forwardedFrom }),
        bodies: (entry.edits ?? []).length === 0 ? [[seq, entry.content?.body ?? '']] : [],
      });
    }
    this.lifetimes.follow(entry);
    for (const fact of entry.facts ?? []) this.#apply(fact, seq, entry);
  }

  #apply(fact: Fact, seq: number, entry: EntryDoc): void {
    switch (fact.type) {
      case 'room_created':
      case 'room_settings_changed':
        if (fact.settings.slowModeS !== undefined) this.#slowMs.push([seq, fact.settings.slowModeS * 1_000]);
        return;
      case 'member_joined':
        this.#count(fact.role === 'founder' ? 'create_room' : 'join_room', fact.account);
        note(this.#mutes, fact.account, seq, fact.mutedUntil ?? 0);
        this.#become(fact.account, fact.role, seq);
        return note(this.#presence, fact.account, seq, true);
      case 'member_left':
        if (fact.reason !== 'deleted') this.#count(leaving[fact.reason], fact.account);
        this.#become(fact.account, null, seq);
        return note(this.#presence, fact.account, seq, false);
      case 'member_banned':
      case 'member_unbanned':
        return note(this.#bans, fact.account, seq, fact.type === 'member_banned');
      case 'member_muted':
      case 'member_unmuted':
        return note(this.#mutes, fact.account, seq, fact.type === 'member_muted' ? fact.until : 0);
      case 'role_changed':
        return this.#become(fact.account, fact.role, seq);
      case 'founder_changed':
        if (this.isInside(fact.from, seq)) {
          this.#become(fact.from, 'admin', seq);
          note(this.#granted, fact.from, seq, fact.fromGranted ?? []);
        }
        note(this.#mutes, fact.account, seq, 0);
        return this.#become(fact.account, 'founder', seq);
      case 'admin_permissions_changed':
        return note(this.#granted, fact.account, seq, fact.granted);
      case 'member_permissions_changed':
        return note(this.#denied, '', seq, fact.denied);
      case 'invite_created':
      case 'invite_used':
      case 'invite_cancelled':
        return note(this.#invites, fact.invite.code, seq, fact.invite);
      case 'message_edited':
        this.rows.get(fact.id)?.bodies.push([seq, entry.content?.body ?? '']);
        return;
      case 'message_deleted': {
        const row = this.rows.get(fact.id);
        if (row) row.deletedBy = seq;
      }
    }
  }

  #become(account: string, role: Role | null, seq: number): void {
    note(this.#roles, account, seq, role);
    note(this.#granted, account, seq, []);
  }

  #count(what: string, account: string): void {
    const sign = `${what} ${account}`;
    this.moves.set(sign, (this.moves.get(sign) ?? 0) + 1);
  }
}

/** As they are stored. */
export const entriesOf = (documents: Documents, room: string): EntryDoc[] =>
  documents.range<EntryDoc>('log', { index: '_id', gt: `${room}:`, lt: `${room};`, limit: 10_000 });

/** By account: since which entry it is so. */
type Timelines<T = boolean> = Map<string, [from: number, is: T][]>;

const memberFacts = new Set<Fact['type']>([
  'role_changed',
  'admin_permissions_changed',
  'member_muted',
  'member_unmuted',
]);

const leaving: Record<Exclude<LeaveReason, 'deleted'>, string> = {
  left: 'leave_room',
  kicked: 'kick_member',
  banned: 'ban_member',
};

/** The entry with the names that it had. */
function withAccounts(entry: EntryDoc, tombstones: ReadonlyMap<string, string>): EntryDoc {
  let text = JSON.stringify(entry);
  for (const [tombstone, account] of tombstones) text = text.replaceAll(tombstone, account);
  return JSON.parse(text) as EntryDoc;
}

function note<T>(timelines: Timelines<T>, account: string, seq: number, is: T): void {
  const timeline = timelines.get(account) ?? [];
  timelines.set(account, timeline);
  timeline.push([seq, is]);
}

function stateAt<T>(timelines: Timelines<T>, account: string, seq: number): T | undefined {
  return timelines.get(account)?.findLast(([from]) => from <= seq)?.[1];
}

const isAt = (timelines: Timelines, account: string, seq: number): boolean => stateAt(timelines, account, seq) ?? false;
