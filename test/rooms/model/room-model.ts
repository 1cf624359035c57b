/**
 * The room as the specification tells it, kept the plain way: nothing is counted ahead, everything is looked up when
 * asked. It knows nothing of how the room is built.
 */
import { adminKeys, type Operation, type Settings } from './operations.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const memberKeys = new Set(['send_message', 'edit_message', 'delete_message']);

export interface ModelMember {
  role: 'founder' | 'admin' | 'member';
  /** When the role began. */
  since: number;
  joinedAt: number;
  granted: Set<string> | 'all';
  historyFrom: number;
  cursor: number;
}

export interface ModelRow {
  seq: number;
  at: number;
  owner: string | null;
  isEvent: boolean;
  audience: 'all' | 'admins' | 'none';
  body: string;
  tags: string[];
  mentions: Set<string>;
  deleted: boolean;
  gone: boolean;
}

type Result = { code: string; row?: Omit<ModelRow, 'seq' | 'at' | 'deleted' | 'gone'> | undefined; entry: boolean };
const done = (row?: Result['row']): Result => ({ code: 'ok', row, entry: true });
const same: Result = { code: 'ok', entry: false };
const no = (code: string): Result => ({ code, entry: false });

export class RoomModel {
  readonly members = new Map<string, ModelMember>();
  readonly mutes = new Map<string, number>();
  readonly bans = new Set<string>();
  readonly requests = new Set<string>();
  denied = new Set<string>();
  settings: Required<Settings> = {
    joinApproval: false,
    historyForNewMembers: true,
    visibility: 'open',
    messageTtlHours: null,
    eventsVisibility: 'all',
  };
  rows: ModelRow[] = [];
  seq = 1;

  constructor(founder: string, now: number) {
    this.members.set(founder, this.#member('founder', now, 0));
  }

  #member(role: ModelMember['role'], now: number, historyFrom: number): ModelMember {
    const granted = role === 'founder' ? ('all' as const) : new Set<string>();
    return { role, since: now, joinedAt: now, granted, historyFrom, cursor: this.seq };
  }

  /** What the clock has taken is gone, whatever happens later. */
  pass(now: number): void {
    const ttl = this.settings.messageTtlHours;
    if (ttl !== null) for (const row of this.rows) row.gone ||= now - row.at >= ttl * HOUR;
  }

  apply(operation: Operation, now: number): string {
    const result = this.#decide(operation, now);
    if (!result.entry) return result.code;
    this.seq += 1;
    for (const member of this.members.values()) {
      // Who came with this entry: their cursor stands after its row, and a cut hides all before it.
      if (member.joinedAt === now && member.cursor === -1) {
        member.cursor = this.seq;
        if (member.historyFrom !== 0) member.historyFrom = this.seq - 1;
      }
    }
    if (result.row) this.rows.push({ ...result.row, seq: this.seq, at: now, deleted: false, gone: false });
    return result.code;
  }

  holds(name: string, key: string): boolean {
    const member = this.members.get(name);
    if (!member) return false;
    if (member.role === 'founder' || member.granted === 'all' || member.granted.has(key)) return true;
    return memberKeys.has(key) && !this.denied.has(key);
  }

  isAdmin(name: string): boolean {
    const role = this.members.get(name)?.role;
    return role === 'admin' || role === 'founder';
  }

  sees(name: string, row: ModelRow): boolean {
    const member = this.members.get(name);
    if (!member || row.gone || row.seq <= member.historyFrom || row.audience === 'none') return false;
    return row.audience === 'all' || this.isAdmin(name);
  }

  /** Rows that are gone were to be read, too. */
  #newestFor(name: string): number {
    return this.rows.findLast((row) => this.sees(name, { ...row, gone: false }))?.seq ?? 0;
  }

  visible(name: string): ModelRow[] {
    return this.rows.filter((row) => this.sees(name, row));
  }

  unread(name: string): { unread: number; unreadMentions: number } {
    const { cursor } = this.members.get(name) as ModelMember;
    const rows = this.visible(name).filter((row) => row.seq > cursor && !row.deleted && row.owner !== name);
    const mentions = rows.filter((row) => row.mentions.has('all') || row.mentions.has(name));
    return { unread: rows.length, unreadMentions: mentions.length };
  }

  topics(name: string): [string, number][] {
    const found = new Map<string, { count: number; last: number }>();
    for (const row of this.visible(name)) {
      if (row.isEvent || row.deleted) continue;
      for (const tag of row.tags.length > 0 ? row.tags : ['']) {
        found.set(tag, { count: (found.get(tag)?.count ?? 0) + 1, last: row.seq });
      }
    }
    const order = [...found].sort(([a, x], [b, y]) => y.last - x.last || (a < b ? -1 : 1));
    return order.map(([tag, { count }]) => [tag, count]);
  }

  #event(owner: string | null, forAdmins = false): Result['row'] {
    const visibility = this.settings.eventsVisibility;
    const audience = visibility === 'none' ? 'none' : visibility === 'admins' || forAdmins ? 'admins' : 'all';
    return { owner, isEvent: true, audience, body: '', tags: [], mentions: new Set() };
  }

  #decide(operation: Operation, now: number): Result {
    switch (operation.type) {
      case 'join':
        return this.#join(operation.by, now);
      case 'leave':
        return this.#leave(operation.by, now);
      case 'send':
      case 'edit':
      case 'delete':
        return this.#speak(operation, now);
      case 'read': {
        const member = this.members.get(operation.by);
        if (!member) return no('not_member');
        member.cursor = Math.max(member.cursor, Math.min(operation.seq, this.#newestFor(operation.by)));
        return same;
      }
      case 'sweep':
      case 'restart':
        return same;
      default:
        return this.#govern(operation, now);
    }
  }

  #join(name: string, now: number): Result {
    if (this.members.has(name)) return same;
    if (this.bans.has(name)) return no('banned');
    if (this.settings.joinApproval) {
      if (this.requests.has(name)) return same;
      this.requests.add(name);
      return done();
    }
    if (this.settings.visibility === 'closed') return no('room_closed');
    return this.#admit(name, name, now);
  }

  #admit(name: string, by: string, now: number): Result {
    this.requests.delete(name);
    const historyFrom = this.settings.historyForNewMembers ? 0 : 1;
    this.members.set(name, { ...this.#member('member', now, historyFrom), cursor: -1 });
    return done(this.#event(by));
  }

  #leave(name: string, now: number): Result {
    const member = this.members.get(name);
    if (!member) return no('not_member');
    this.members.delete(name);
    if (member.role === 'founder') this.#handOver(now);
    return done(this.#event(name));
  }

  #handOver(now: number): void {
    const longest = (role: string) =>
      [...this.members].filter(([, m]) => m.role === role).sort(([, a], [, b]) => a.joinedAt - b.joinedAt)[0];
    const [name, heir] = (longest('admin') ?? longest('member')) as [string, ModelMember];
    Object.assign(heir, { role: 'founder', since: now, granted: 'all' });
    this.mutes.delete(name);
  }

  #speak(operation: Extract<Operation, { type: 'send' | 'edit' | 'delete' }>, now: number): Result {
    const { by } = operation;
    if (!this.members.has(by)) return no('not_member');
    const isMuted = now < (this.mutes.get(by) ?? 0);
    if (operation.type === 'send') {
      if (isMuted) return no('muted');
      if (!this.holds(by, 'send_message')) return no('not_allowed');
      const { body, tags } = operation;
      const mentions = operation.mentions.filter((name) =>
        name === 'all' ? this.isAdmin(by) : this.members.has(name),
      );
      return done({ owner: by, isEvent: false, audience: 'all', body, tags, mentions: new Set(mentions) });
    }
    const row = this.rows.find(({ seq }) => seq === operation.row);
    if (!row || !this.sees(by, row)) return no('not_found');
    if (operation.type === 'delete') return this.#remove(by, row);
    if (row.isEvent || row.owner !== by) return no('not_author');
    if (row.deleted) return no('invalid_state');
    if (isMuted) return no('muted');
    if (!this.holds(by, 'edit_message')) return no('not_allowed');
    Object.assign(row, { body: operation.body, tags: operation.tags });
    return done();
  }

  #remove(by: string, row: ModelRow): Result {
    if (row.isEvent) return no('not_allowed');
    const isOwn = row.owner === by;
    if (!(isOwn && this.holds(by, 'delete_message')) && !this.holds(by, 'group.can_remove_message')) {
      return no('not_allowed');
    }
    if (row.deleted) return same;
    Object.assign(row, { deleted: true, body: '' });
    return done(isOwn ? undefined : this.#event(by));
  }

  #govern(operation: Extract<Operation, { on: string }> | Extract<Operation, { type: 'deny' | 'set' }>, now: number) {
    const { by } = operation;
    if (!this.isAdmin(by)) return no('not_admin');
    if (operation.type === 'deny') {
      if (!this.holds(by, 'group.can_edit_permissions')) return no('not_admin');
      this.denied = new Set(operation.keys);
      return done(this.#event(by, true));
    }
    if (operation.type === 'set') {
      const row = this.#event(by, true);
      Object.assign(this.settings, operation.settings);
      return done(row);
    }
    if (operation.type === 'approve') return this.#approve(by, operation.on, now);
    const isRole = operation.type === 'promote' || operation.type === 'demote' || operation.type === 'hand_over';
    return isRole ? this.#changeRole(operation, now) : this.#moderate(operation, now);
  }

  #approve(by: string, on: string, now: number): Result {
    if (this.members.has(on) || !this.requests.has(on)) return no('not_found');
    if (this.bans.has(on)) return no('banned');
    return this.#admit(on, by, now);
  }

  #changeRole({ type, by, on }: Extract<Operation, { on: string }>, now: number): Result {
    if (this.members.get(by)?.role !== 'founder') return no('not_admin');
    const member = this.members.get(on);
    if (type === 'demote') {
      if (member?.role === 'founder') return no('founder_protected');
      if (member?.role !== 'admin') return no('not_found');
      Object.assign(member, { role: 'member', since: member.joinedAt, granted: new Set() });
      return done();
    }
    if (!member) return no('not_member');
    if (type === 'promote') {
      if (member.role === 'founder') return no('founder_protected');
      if (member.role === 'admin') return same;
      Object.assign(member, { role: 'admin', since: now, granted: new Set() });
      return done();
    }
    if (member.role === 'founder') return same;
    Object.assign(this.members.get(by) as ModelMember, {
      role: 'admin',
      since: now,
      // Every key that admins are given; what all members are denied binds them as it does others.
      granted: new Set(adminKeys.filter((key) => !memberKeys.has(key))),
    });
    Object.assign(member, { role: 'founder', since: now, granted: 'all' });
    this.mutes.delete(on);
    return done(this.#event(by));
  }

  #moderate(operation: Extract<Operation, { on: string }>, now: number): Result {
    const { type, by, on } = operation;
    const member = this.members.get(on);
    if (operation.type === 'grant') return this.#grant(operation.keys, by, on);
    if (type !== 'ban' && type !== 'unban' && !member) return no('not_member');
    if (member?.role === 'founder') return no('founder_protected');
    const needed = ['group.can_ban_members', ...(member?.role === 'admin' ? ['group.can_ban_administrators'] : [])];
    if (!needed.every((key) => this.holds(by, key))) return no('not_allowed');
    if (type === 'unban' && !this.bans.has(on)) return no('not_found');
    if (type === 'ban' && this.bans.has(on)) return same;
    if (type === 'unban') this.bans.delete(on);
    if (type === 'ban') this.bans.add(on) && this.requests.delete(on);
    if (type === 'ban' || type === 'kick') this.members.delete(on);
    if (operation.type === 'mute') this.mutes.set(on, now + operation.minutes * MINUTE);
    if (type === 'unmute') this.mutes.delete(on);
    return done(this.#event(by));
  }

  #grant(keys: string[], by: string, on: string): Result {
    if (on === by) return no('cannot_grant_to_self');
    const member = this.members.get(on);
    if (member?.role === 'founder') return no('founder_protected');
    if (!this.holds(by, 'group_can_give_permissions') || member?.role !== 'admin') return no('not_admin');
    const isFounder = this.members.get(by)?.role === 'founder';
    member.granted = new Set(keys.filter((key) => isFounder || key !== 'group.can_ban_administrators'));
    return done(this.#event(by, true));
  }
}
