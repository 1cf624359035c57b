import type { Move, RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RowView } from '#src/domain/messages/views.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { roomActivity } from '#src/protocol/socket/events.js';
import type { Connections } from '../connection/connections.js';
import type { Env } from '../gateway-deps.js';
import { eventFrame } from '../transport/frames.js';

export const ACTIVITY_INTERVAL_MS = 1_000;
/** After this time activity of a direct chat is sent although the chat could not be announced. */
const ANNOUNCEMENT_TIMEOUT_MS = 3_000;

type Activity = NonNullable<RoomItem['activity']>;

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

/** Activity since the last event to the watchers of one side. */
interface PendingActivity {
  seq: number;
  lastMessage: RowView | null;
  /** The last entry that mentions an account, and the last one that mentions all; 0 = none. */
  mentioned: Map<AccountId, number>;
  allMentioned: number;
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
  /** Accounts connected here that are members. */
  readonly #watchers = new Map<AccountId, Watcher>();
  /** By which entry they left. */
  readonly #left = new Map<AccountId, number>();
  #forMembers: PendingActivity | null = null;
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
    return this.#watchers.size;
  }

  /** Members connected here, and those who were a moment ago. */
  accounts(): Iterable<AccountId> {
    return this.#watchers.keys();
  }

  /** The newest entry that the membership was learned from; 0 = not a member. */
  revOf(account: AccountId): number {
    return this.#watchers.get(account)?.rev ?? 0;
  }

  watches(account: AccountId): boolean {
    return this.#watchers.has(account);
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
    this.#watchers.delete(account);
    this.#unannounced.delete(account);
  }

  /** A member joined, changed sides or left, by the entry `seq`. */
  moved({ account, role, historyFrom }: Move, seq: number): void {
    if (role === null) return this.#leave(account, seq);
    const known = this.#watchers.get(account);
    if (!known && !this.#connections.isOnline(account)) return;
    this.watch(account, { isAdmin: role !== 'member', historyFrom, since: known?.since ?? seq, rev: seq });
  }

  /** Sends to every connected member, whether or not they opened the room: to all, or to those who are not admins. */
  sendToMembers(frame: Buffer, whom: 'all' | 'plain'): void {
    for (const [account, { isAdmin }] of this.#watchers) {
      if (isAdmin && whom === 'plain') continue;
      for (const connection of this.#connections.of(account)) connection.push(frame);
    }
  }

  /** Holds activity for this account until `announced`, or until a timeout. */
  awaitAnnouncement(account: AccountId): void {
    if (this.#unannounced.has(account)) return;
    this.#unannounced.set(account, null);
    this.#env.after(ANNOUNCEMENT_TIMEOUT_MS, () => this.announced(account));
  }

  /** Holds activity for an account that may have left before the stream began, until `announced` or `unwatch`. */
  awaitConfirmation(account: AccountId): void {
    if (!this.#unannounced.has(account)) this.#unannounced.set(account, null);
  }

  /** Sends the activity that was held for it; returns whether there was any. */
  announced(account: AccountId): boolean {
    const pending = this.#unannounced.get(account);
    this.#unannounced.delete(account);
    const watcher = this.#watchers.get(account);
    if (pending && watcher) this.#sendToAccount(account, watcher, pending, new Map());
    return Boolean(pending);
  }

  happened({ seq }: RoomItem, activity: Activity): void {
    for (const account of activity.arrivals) {
      if (this.#connections.isOnline(account)) this.awaitAnnouncement(account);
    }
    const isForAll = activity.row === null || activity.row.row.audience === 'all';
    if (isForAll) this.#forMembers = together(this.#forMembers, seq, activity);
    this.#forAdmins = together(this.#forAdmins, seq, activity);
    if (this.#stopWaiting === null) this.#flush();
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
      if (this.#forMembers ?? this.#forAdmins) this.#flush();
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

function together(before: PendingActivity | null, seq: number, activity: Activity): PendingActivity {
  const mentioned = before?.mentioned ?? new Map<AccountId, number>();
  for (const account of activity.mentions) mentioned.set(account, seq);
  const allMentioned = activity.mentionsAll ? seq : (before?.allMentioned ?? 0);
  return { seq, lastMessage: activity.lastMessage, mentioned, allMentioned };
}
