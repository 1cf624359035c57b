/**
 * The room as the specification tells it, with nothing clever in it: lists that are searched, counts that are
 * counted. Every method answers what the room must answer.
 */
import type { Caller } from '#src/domain/accounts/account.js';
import type { RoomSettings } from '#src/domain/rooms/room.js';

export interface ModelRow {
  seq: number;
  id: string;
  owner: string;
  kind: 'text' | 'event';
  audience: 'all' | 'admins' | 'hidden';
  body: string;
  clientId: string | null;
  mentioned: string[];
  mentionsAll: boolean;
  reactions: Map<string, Set<string>>;
  at: number;
  rev: number;
  edited: boolean;
  deleted: boolean;
}

export interface ModelMember {
  account: string;
  founder: boolean;
  joinedSeq: number;
  historyFrom: number;
  cursor: number;
}

export type ModelSettings = Pick<RoomSettings, 'eventsVisibility' | 'historyForNewMembers' | 'messageTtlHours'>;

export type Outcome = { code: string } | { [reply: string]: unknown };

const EDIT_WINDOW_MS = 48 * 3_600_000;
const refused = (code: string): Outcome => ({ code });

export class ReferenceRoom {
  seq = 1;
  readonly rows: ModelRow[] = [];
  /** In the order of joining. */
  members: ModelMember[];
  readonly #settings: ModelSettings;
  readonly #now: () => number;
  gone = false;

  constructor(founder: string, settings: ModelSettings, now: () => number) {
    this.#now = now;
    this.#settings = settings;
    this.members = [{ account: founder, founder: true, joinedSeq: 1, historyFrom: 0, cursor: 1 }];
  }

  member(account: string): ModelMember | undefined {
    return this.members.find((member) => member.account === account);
  }

  /** In the member's stream, expired or not. */
  meant(member: ModelMember, row: ModelRow): boolean {
    if (row.audience === 'hidden' || (row.audience === 'admins' && !member.founder)) return false;
    return row.seq > member.historyFrom;
  }

  sees(member: ModelMember, row: ModelRow): boolean {
    return this.meant(member, row) && !this.isExpired(row);
  }

  isExpired({ at }: ModelRow): boolean {
    return at <= this.expiredBefore();
  }

  expiredBefore(): number {
    const { messageTtlHours } = this.#settings;
    return messageTtlHours === null ? Number.NEGATIVE_INFINITY : this.#now() - messageTtlHours * 3_600_000;
  }

  visible(member: ModelMember): ModelRow[] {
    return this.rows.filter((row) => this.sees(member, row));
  }

  #row(owner: string, more: Partial<ModelRow>): ModelRow {
    this.seq += 1;
    const row: ModelRow = {
      seq: this.seq,
      id: '',
      owner,
      kind: 'text',
      audience: 'all',
      body: '',
      clientId: null,
      mentioned: [],
      mentionsAll: false,
      reactions: new Map(),
      at: this.#now(),
      rev: this.seq,
      edited: false,
      deleted: false,
      ...more,
    };
    this.rows.push(row);
    return row;
  }

  #event(owner: string): ModelRow {
    const { eventsVisibility } = this.#settings;
    const audience = eventsVisibility === 'none' ? 'hidden' : eventsVisibility;
    return this.#row(owner, { kind: 'event', audience });
  }

  join(account: string): Outcome {
    if (this.gone) return refused('room_not_found');
    if (this.member(account)) return { status: 'already_member' };
    const historyFrom = this.#settings.historyForNewMembers ? 0 : this.seq;
    const { seq } = this.#event(account);
    this.members.push({ account, founder: false, joinedSeq: seq, historyFrom, cursor: seq });
    return { status: 'joined' };
  }

  leave(account: string): Outcome {
    const leaver = this.#memberOr(account);
    if ('code' in leaver) return leaver;
    this.members = this.members.filter((member) => member !== leaver);
    const heir = this.members[0];
    if (!heir) {
      this.seq += 1;
      this.gone = true;
      return { status: 'room_gone' };
    }
    this.#event(account);
    if (!leaver.founder) return { status: 'left' };
    heir.founder = true;
    return { status: 'handed_over', founderId: heir.account };
  }

  send(by: string, body: string, clientId: string | null, names: Caller[]): Outcome {
    if (this.gone) return refused('room_not_found');
    const first = clientId === null ? undefined : this.#sent(by, clientId);
    if (first && first.sentBody !== body) return refused('idempotency_conflict');
    if (first) return { row: this.#leftOf(first.row), duplicate: true };
    const member = this.#memberOr(by);
    if ('code' in member) return member;
    const named = names.filter(({ username }) => body.includes(`@${username}`)).map(({ accountId }) => accountId);
    const mentioned = named.filter((account) => this.member(account));
    const mentionsAll = member.founder && body.includes('@all');
    const row = this.#row(by, { body, clientId, mentioned, mentionsAll });
    if (clientId !== null) this.#requests.push({ by, clientId, sentBody: body, row });
    return { row, duplicate: false };
  }

  readonly #requests: { by: string; clientId: string; sentBody: string; row: ModelRow }[] = [];

  #leftOf(row: ModelRow): ModelRow {
    return this.isExpired(row) ? { ...row, body: '', reactions: new Map() } : row;
  }

  #sent(by: string, clientId: string) {
    return this.#requests.find((request) => request.by === by && request.clientId === clientId);
  }

  edit(by: string, row: ModelRow, body: string, ifRev: number | undefined): Outcome {
    const member = this.#seeing(by, row);
    if ('code' in member) return member;
    if (row.owner !== by || row.kind === 'event') return refused('not_author');
    if (row.deleted) return refused('invalid_state');
    if (this.#now() - row.at > EDIT_WINDOW_MS) return refused('edit_window_closed');
    if (ifRev !== undefined && ifRev !== row.rev) return refused('invalid_state');
    this.seq += 1;
    Object.assign(row, { body, rev: this.seq, edited: true });
    return { row };
  }

  delete(by: string, row: ModelRow): Outcome {
    const member = this.#seeing(by, row);
    if ('code' in member) return member;
    if (row.kind === 'event') return refused('not_allowed');
    if (row.owner !== by && !member.founder) return refused('not_allowed');
    if (row.deleted) return { row };
    // Somebody else's message leaves a row that says who took it away.
    if (row.owner === by) this.seq += 1;
    else this.#event(by);
    Object.assign(row, { body: '', rev: this.seq, deleted: true, reactions: new Map() });
    return { row };
  }

  react(by: string, row: ModelRow, emoji: string, on: boolean): Outcome {
    const member = this.#seeing(by, row);
    if ('code' in member) return member;
    if (row.deleted || row.kind === 'event') return refused('invalid_state');
    const people = row.reactions.get(emoji) ?? new Set<string>();
    if (people.has(by) !== on) {
      if (on && people.size === 0 && row.reactions.size === 20) return refused('validation_failed');
      if (on) people.add(by);
      else people.delete(by);
      if (people.size > 0) row.reactions.set(emoji, people);
      else row.reactions.delete(emoji);
      this.seq += 1;
      row.rev = this.seq;
    }
    return { reactions: countsOf(row) };
  }

  markRead(by: string, seq: number, named: ModelRow | null): Outcome {
    const member = this.#memberOr(by);
    if ('code' in member) return member;
    if (named && !this.meant(member, named)) return refused('not_found');
    const newest = this.rows.findLast((row) => this.meant(member, row))?.seq ?? 0;
    member.cursor = Math.max(member.cursor, Math.min(seq, newest));
    return this.unread(member);
  }

  unread(member: ModelMember): { readSeq: number; unread: number; unreadMentions: number } {
    const rows = this.visible(member).filter(
      ({ seq, owner, deleted }) => seq > member.cursor && owner !== member.account && !deleted,
    );
    const mentions = rows.filter(({ mentioned, mentionsAll }) => mentionsAll || mentioned.includes(member.account));
    return { readSeq: member.cursor, unread: rows.length, unreadMentions: mentions.length };
  }

  lastMessage(member: ModelMember): ModelRow | null {
    const last = this.rows.findLast(({ kind, deleted }) => kind === 'text' && !deleted);
    return last && this.sees(member, last) ? last : null;
  }

  #memberOr(account: string): ModelMember | { code: string } {
    if (this.gone) return { code: 'room_not_found' };
    return this.member(account) ?? { code: 'not_member' };
  }

  #seeing(account: string, row: ModelRow): ModelMember | { code: string } {
    const member = this.#memberOr(account);
    if ('code' in member) return member;
    return this.sees(member, row) ? member : { code: 'not_found' };
  }
}

export const countsOf = ({ reactions }: ModelRow): Record<string, number> =>
  Object.fromEntries([...reactions].map(([emoji, people]) => [emoji, people.size]));
