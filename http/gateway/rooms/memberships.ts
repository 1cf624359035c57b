import type { AccountId } from '#src/domain/accounts/account.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Reader as StoreReader } from '#src/store/store.js';
import type { Env } from '../gateway-deps.js';
import { isAdminRole, type RoomFeed } from './room-feed.js';
import type { RoomFeeds } from './room-feeds.js';

/** Most rooms that are read for one account; it receives no activity of further rooms. */
const ROOMS_MAX = 10_000;
/**
 * Memberships are kept this long after the last socket closed: most accounts reconnect within it, and nothing is read
 * again.
 */
const RETENTION_MS = 30_000;
const RETAINED_MAX = 20_000;
const CONFIRMATION_INTERVAL_MS = 500;

interface Known {
  rooms: Set<RoomId>;
  /** Settles once the store has been read; null from then on. */
  reading: Promise<void> | null;
  /** Changes by user events while the store was being read: they are newer than the result of the read. */
  changed: Map<RoomId, boolean> | null;
}

/** The rooms of the connected accounts, for which they receive activity. */
export class Memberships {
  readonly #store: StoreReader;
  readonly #feeds: RoomFeeds;
  /** Called when a read failed; the account is read again when it next connects. */
  readonly #onError: (error: unknown) => void;
  readonly #known = new Map<AccountId, Known>();
  /** Departed members with the time of departure, the earliest first. */
  readonly #lingering = new Map<AccountId, number>();
  readonly #env: Env;
  #stopSweep: (() => void) | null = null;

  constructor(store: StoreReader, feeds: RoomFeeds, env: Env, onError: (error: unknown) => void) {
    this.#store = store;
    this.#feeds = feeds;
    this.#env = env;
    this.#onError = onError;
  }

  /** The first socket of an account is here. */
  connected(account: AccountId): void {
    if (this.#lingering.delete(account)) return;
    const known: Known = { rooms: new Set(), changed: new Map(), reading: null };
    this.#known.set(account, known);
    known.reading = this.#read(account, known).catch((error: unknown) => {
      this.#onError(error);
      if (this.#known.get(account) === known) this.#forget(account);
    });
  }

  /**
   * User events may have been lost: memberships of the store are added. Removals are published by the streams of the
   * rooms.
   */
  refresh(account: AccountId): void {
    const known = this.#known.get(account);
    if (!known || known.reading) return;
    known.changed = new Map();
    known.reading = this.#read(account, known).catch((error: unknown) => {
      known.changed = null;
      known.reading = null;
      this.#onError(error);
    });
  }

  /** The rooms of an account, from memory where it is or was just connected. */
  async roomsOf(account: AccountId): Promise<RoomId[]> {
    const known = this.#known.get(account);
    if (known) {
      await known.reading;
      return [...known.rooms];
    }
    const range = { index: 'byAccount', prefix: [account], limit: ROOMS_MAX };
    return (await this.#store.range<Member>('members', range)).map(({ room }) => room);
  }

  /** Members of a room with a connection here, now or shortly before. */
  connectedIn(room: RoomId): Iterable<AccountId> {
    return this.#feeds.find(room)?.activity.accounts() ?? [];
  }

  /** The other connected member of the room, when there is exactly one. The cost does not grow with the room. */
  onlyOtherIn(room: RoomId, account: AccountId): AccountId | null {
    const activity = this.#feeds.find(room)?.activity;
    if (!activity || activity.watcherCount > 2) return null;
    const others = [...activity.accounts()].filter((other) => other !== account);
    return others.length === 1 ? (others[0] as AccountId) : null;
  }

  /** The last socket of an account has gone. */
  disconnected(account: AccountId): void {
    this.#lingering.set(account, this.#env.monotonic());
    if (this.#lingering.size > RETAINED_MAX) this.#sweep();
    this.#stopSweep ??= this.#env.after(RETENTION_MS, this.#sweep);
  }

  stop(): void {
    this.#stopSweep?.();
  }

  readonly #sweep = (): void => {
    this.#stopSweep?.();
    this.#stopSweep = null;
    const now = this.#env.monotonic();
    for (const [account, leftAt] of this.#lingering) {
      if (now - leftAt < RETENTION_MS && this.#lingering.size <= RETAINED_MAX) break;
      this.#lingering.delete(account);
      this.#forget(account);
    }
    if (this.#lingering.size > 0) this.#stopSweep = this.#env.after(RETENTION_MS, this.#sweep);
  };

  #forget(account: AccountId): void {
    const known = this.#known.get(account);
    this.#known.delete(account);
    for (const room of known?.rooms ?? []) this.#unwatch(account, room);
  }

  /** A note: the account became a member, or is none any more. */
  changed(account: AccountId, room: RoomId, slug: string, isMember: boolean): void {
    const known = this.#known.get(account);
    if (!known) return;
    known.changed?.set(room, isMember);
    if (isMember) this.#join(account, known, room, slug).catch(this.#onError);
    else if (known.rooms.delete(room)) this.#unwatch(account, room);
  }

  async #read(account: AccountId, known: Known): Promise<void> {
    const early = await this.#readAndWatch(account, known);
    // Feeds that began after the read may have missed changes of role, and departures: read once more.
    if (early.size > 0) await this.#confirm(account, known, early);
    known.changed = null;
    known.reading = null;
  }

  /** A feed that cannot begin, because nobody owns the room at the moment, keeps the others waiting for a moment only. */
  async #confirm(account: AccountId, known: Known, early: Map<RoomId, number>): Promise<void> {
    try {
      while (early.size > 0) {
        await Promise.race([this.#feeds.ready(early.keys()), this.#pause()]);
        if (this.#known.get(account) !== known) return;
        const begun = [...early].filter(([room]) => this.#feeds.isReady(room));
        if (begun.length > 0) await this.#confirmBegun(account, known, begun);
        for (const [room] of begun) early.delete(room);
      }
    } finally {
      for (const room of early.keys()) this.#feeds.find(room)?.activity.announced(account);
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#env.after(CONFIRMATION_INTERVAL_MS, resolve));
  }

  async #confirmBegun(account: AccountId, known: Known, begun: [RoomId, number][]): Promise<void> {
    await this.#readAndWatch(account, known, (present) => {
      for (const [room, rev] of begun) if (!present.has(room)) this.#unwatchDeparted(account, known, room, rev);
    });
    for (const [room] of begun) this.#feeds.find(room)?.activity.announced(account);
  }

  /** The rooms whose feed had not begun when they were read, and the entry that the membership was learned from. */
  async #readAndWatch(
    account: AccountId,
    known: Known,
    then: (present: Set<RoomId>) => void = () => undefined,
  ): Promise<Map<RoomId, number>> {
    const range = { index: 'byAccount', prefix: [account], limit: ROOMS_MAX };
    const members = await this.#store.range<Member>('members', range);
    const slugs = await this.#slugsOf(members.map(({ room }) => room));
    const early = new Map<RoomId, number>();
    if (this.#known.get(account) !== known) return early;
    then(new Set(members.map(({ room }) => room)));
    for (const [index, member] of members.entries()) {
      const slug = slugs[index];
      if (!slug || known.changed?.get(member.room) === false) continue;
      const isEarly = !this.#hasBegun(member.room);
      this.#watch(account, known, member, slug);
      if (!isEarly) continue;
      early.set(member.room, member.rev);
      // Until it is known whether they are still members.
      this.#feeds.find(member.room)?.activity.awaitConfirmation(account);
    }
    return early;
  }

  #hasBegun(room: RoomId): boolean {
    return this.#feeds.find(room) !== undefined && this.#feeds.isReady(room);
  }

  /** Unless the stream or a user event has told of a return since. */
  #unwatchDeparted(account: AccountId, known: Known, room: RoomId, rev: number): void {
    if (known.changed?.get(room) || (this.#feeds.find(room)?.activity.revOf(account) ?? 0) > rev) return;
    known.rooms.delete(room);
    this.#unwatch(account, room);
  }

  async #slugsOf(rooms: RoomId[]): Promise<(string | undefined)[]> {
    const unknown = rooms.filter((room) => this.#feeds.find(room) === undefined);
    const heads = await this.#store.getMany<{ _id: string; slug: string }>('rooms', unknown);
    const read = new Map(heads.map((head, index) => [unknown[index] as RoomId, head?.slug]));
    return rooms.map((room) => this.#feeds.find(room)?.slug ?? read.get(room));
  }

  async #join(account: AccountId, known: Known, room: RoomId, slug: string): Promise<void> {
    const { activity, lastSeq } = this.#feedOf(known, room, slug);
    activity.expect(account, lastSeq);
    // What is read once the feed has begun, and the feed, leave no gap between them.
    if (!this.#feeds.isReady(room)) await this.#feeds.ready([room]);
    const member = await this.#store.get<Member>('members', memberId(room, account));
    const isCurrent = this.#known.get(account) === known && known.rooms.has(room);
    if (isCurrent && member?.present) this.#watch(account, known, member, slug);
  }

  #watch(account: AccountId, known: Known, member: Member, slug: string): void {
    const { role, historyFrom, joinedSeq, rev } = member;
    const watcher = { isAdmin: isAdminRole(role), historyFrom, since: joinedSeq, rev };
    this.#feedOf(known, member.room, slug).activity.watch(account, watcher);
  }

  #feedOf(known: Known, room: RoomId, slug: string): RoomFeed {
    known.rooms.add(room);
    return this.#feeds.acquire(room, slug);
  }

  #unwatch(account: AccountId, room: RoomId): void {
    const feed = this.#feeds.find(room);
    if (!feed) return;
    feed.activity.unwatch(account);
    this.#feeds.release(feed);
  }
}
