import type { Move, RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { roomActivity } from '#src/protocol/socket/events.js';
import type { Connections } from '../connection/connections.js';
import type { Env } from '../gateway-deps.js';
import { eventFrame } from '../transport/frames.js';
import { type Activity, type PendingActivity, together } from './pending-activity.js';

export const ACTIVITY_INTERVAL_MS = 1_000;
/** After this time activity of a direct chat is sent although the chat could not be announced. */
const ANNOUNCEMENT_TIMEOUT_MS = 3_000;

/** Changes of the permissions of members that are held while memberships are read; the newest one counts. */
const PLAIN_FRAMES_MAX = 4;

/** A connected member, and the part of the room that is visible to them. */
export interface Watcher {
  isAdmin: boolean;
  /** Rows up to here are hidden from them; 0 = none. */
  historyFrom: number;
  /** The entry of their joining: activity from before it is not sent to them. */
  since: number;
  /** The newest entry that this was learned from. */
  rev: number;
}

/** The latest departures are remembered, because a read that began before a departure may complete after it. */
const LEFT_REMEMBERED = 100;

/**
 * `room:activity` of one room: to every connected member whose socket has not opened it, the first at once, then at
 * most one a second with everything collected meanwhile.
 */
export class RoomActivity {
  readonly #room: RoomId;
  readonly #slug: string;
  readonly #connections: Connections;
  readonly #env: Env;
  readonly #links: FileLinks;
  /** Connected accounts whose membership is being read. Meanwhile activity is collected for all. */
  readonly #awaited = new Set<AccountId>();
  /** Frames that only some of those get whose membership is being read. */
  #forPlainMembers: Buffer[] = [];
  /** Accounts connected here that are members. */
  readonly #watchers = new Map<AccountId, Watcher>();
  /** By which entry they left. */
  readonly #left = new Map<AccountId, number>();
  #forMembers: PendingActivity | null = null;
  /** All of it; members get what is not for admins alone. */
  #forAdmins: PendingActivity | null = null;
  #stopWaiting: (() => void) | null = null;
  /** Accounts to whom the room itself is about to be announced, and their held activity. */
  readonly #unannounced = new Map<AccountId, PendingActivity | null>();

  constructor(room: RoomId, slug: string, connections: Connections, env: Env, links: FileLinks) {
    this.#room = room;
    this.#slug = slug;
    this.#connections = connections;
    this.#env = env;
    this.#links = links;
  }

  get watcherCount(): number {
    return this.#watchers.size + this.#awaited.size;
  }

  /** Members connected here, and those who were a moment ago. */
  accounts(): Iterable<AccountId> {
    return [...this.#watchers.keys(), ...this.#awaited];
  }

  /** Nothing waits to be sent. */
  get isSettled(): boolean {
    return this.#awaited.size + this.#unannounced.size === 0 && this.#stopWaiting === null;
  }

  /** The newest entry that the membership was learned from; 0 = not a member. */
  revOf(account: AccountId): number {
    return this.#watchers.get(account)?.rev ?? 0;
  }

  watches(account: AccountId): boolean {
    return this.#watchers.has(account) || this.#awaited.has(account);
  }

  /** Collects activity until `membersRead` was called for all of them. */
  awaitMembers(accounts: readonly AccountId[]): void {
    for (const account of accounts) if (!this.#watchers.has(account)) this.#awaited.add(account);
  }

  /** The memberships of these accounts, as read after the stream began; null for those who are no members. */
  membersRead(read: ReadonlyMap<AccountId, Watcher | null>): void {
    const plain: AccountId[] = [];
    for (const [account, watcher] of read) {
      // Unless the stream has told of them meanwhile.
      if (!this.#awaited.delete(account) || !watcher) continue;
      this.watch(account, watcher);
      if (this.#watchers.has(account) && !watcher.isAdmin) plain.push(account);
    }
    for (const frame of this.#forPlainMembers) for (const account of plain) this.#push(account, frame);
    if (this.#awaited.size > 0) return;
    this.#forPlainMembers = [];
    if (this.#stopWaiting === null && this.#forAdmins) this.#flush();
  }

  /** Unless something newer is known of them. */
  watch(account: AccountId, watcher: Watcher): void {
    const { rev } = watcher;
    if (rev < (this.#watchers.get(account)?.rev ?? 0) || rev <= (this.#left.get(account) ?? 0)) return;
    this.#watchers.set(account, watcher);
  }

  /**
   * A new member, before it is known which rows they may read: activity after `seq` is sent without a row. Every read
   * of the membership that is newer than their last departure replaces this.
   */
  expect(account: AccountId, seq: number): void {
    if (this.#watchers.has(account)) return;
    const rev = (this.#left.get(account) ?? 0) + 1;
    this.watch(account, { isAdmin: false, historyFrom: Number.MAX_SAFE_INTEGER, since: seq + 1, rev });
  }

  unwatch(account: AccountId): void {
    this.#awaited.delete(account);
    this.#watchers.delete(account);
    this.#unannounced.delete(account);
  }

  /** A member joined, changed sides or left, by the entry `seq`. */
  moved({ account, role, historyFrom }: Move, seq: number): void {
    if (role === null) return this.#leave(account, seq);
    const known = this.#watchers.get(account);
    if (!known && !this.#connections.isOnline(account)) return;
    this.#awaited.delete(account);
    this.watch(account, { isAdmin: role !== 'member', historyFrom, since: known?.since ?? seq, rev: seq });
  }

  /** Sends to every connected member, whether or not they opened the room: to all, or to those who are not admins. */
  sendToMembers(frame: Buffer, whom: 'all' | 'plain'): void {
    for (const [account, { isAdmin }] of this.#watchers) if (!isAdmin || whom === 'all') this.#push(account, frame);
    if (this.#awaited.size === 0) return;
    if (whom === 'all') for (const account of this.#awaited) this.#push(account, frame);
    else this.#forPlainMembers = [...this.#forPlainMembers, frame].slice(-PLAIN_FRAMES_MAX);
  }

  #push(account: AccountId, frame: Buffer): void {
    for (const connection of this.#connections.of(account)) connection.push(frame);
  }

  /** Holds activity for this account until `announced`, or until a timeout. */
  awaitAnnouncement(account: AccountId): void {
    if (this.#unannounced.has(account)) return;
    this.#unannounced.set(account, null);
    this.#env.after(ANNOUNCEMENT_TIMEOUT_MS, () => this.announced(account));
  }

  /** Sends the activity that was held for it; returns whether there was any, or is some that waits for its second to end. */
  announced(account: AccountId): boolean {
    const pending = this.#unannounced.get(account);
    this.#unannounced.delete(account);
    const watcher = this.#watchers.get(account);
    if (pending && watcher) this.#sendToAccount(account, watcher, pending, new Map());
    const isCollected = this.#awaited.size > 0 && this.#forAdmins !== null;
    return Boolean(pending) || isCollected || (pending === null && this.#isAboutToHear(watcher));
  }

  /** The next event of the room goes to this member, too. */
  #isAboutToHear(watcher: Watcher | undefined): boolean {
    const waiting = watcher?.isAdmin ? this.#forAdmins : this.#forMembers;
    return watcher !== undefined && waiting !== null && waiting.seq >= watcher.since;
  }

  happened({ seq }: RoomItem, activity: Activity): void {
    for (const account of activity.arrivals) {
      if (this.#connections.isOnline(account)) this.awaitAnnouncement(account);
    }
    const isForAll = activity.row === null || activity.row.row.audience === 'all';
    if (isForAll) this.#forMembers = together(this.#forMembers, seq, activity);
    this.#forAdmins = together(this.#forAdmins, seq, activity);
    if (this.#stopWaiting === null && this.#awaited.size === 0) this.#flush();
  }

  #leave(account: AccountId, seq: number): void {
    // They are back since, as is known from elsewhere: this feed lags.
    if (seq < (this.#watchers.get(account)?.rev ?? 0)) return;
    this.unwatch(account);
    this.#left.delete(account);
    this.#left.set(account, seq);
    if (this.#left.size > LEFT_REMEMBERED) this.#left.delete(this.#left.keys().next().value as AccountId);
  }

  end(): void {
    this.#awaited.clear();
    this.#watchers.clear();
    this.stop();
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#forMembers = null;
    this.#forAdmins = null;
  }

  #flush(): void {
    const { members, admins } = { members: this.#forMembers, admins: this.#forAdmins };
    this.#forMembers = null;
    this.#forAdmins = null;
    const frames = new Map<string, Buffer>();
    for (const [account, watcher] of this.#watchers) {
      const pending = watcher.isAdmin ? admins : members;
      // The waiting activity may be older than their joining.
      if (pending && pending.seq >= watcher.since) this.#sendToAccount(account, watcher, pending, frames);
    }
    this.#stopWaiting = this.#env.after(ACTIVITY_INTERVAL_MS, () => {
      this.#stopWaiting = null;
      if (this.#awaited.size === 0 && this.#forAdmins) this.#flush();
    });
  }

  #sendToAccount(
    account: AccountId,
    { since, historyFrom }: Watcher,
    pending: PendingActivity,
    frames: Map<string, Buffer>,
  ): void {
    if (this.#unannounced.has(account)) {
      this.#unannounced.set(account, pending);
      return;
    }
    const { lastMessage, mentioned, allMentioned } = pending;
    const isMentioned = Math.max(allMentioned, mentioned.get(account) ?? 0) >= Math.max(since, 1);
    const isHidden = lastMessage !== null && lastMessage.row.seq <= historyFrom;
    for (const connection of this.#connections.of(account)) {
      if (connection.opened.has(this.#room)) continue;
      const key = `${pending.seq} ${isMentioned} ${isHidden}`;
      const frame = frames.get(key) ?? this.#frame(isHidden ? { ...pending, lastMessage: null } : pending, isMentioned);
      frames.set(key, frame);
      connection.push(frame);
    }
  }

  #frame({ seq, lastMessage }: PendingActivity, isMentioned: boolean): Buffer {
    const activity = roomActivity(this.#slug, seq, lastMessage, isMentioned, this.#links);
    return eventFrame('room:activity', JSON.stringify(activity));
  }
}
