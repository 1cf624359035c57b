import type { AccountId } from '#src/domain/accounts/account.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Reader as StoreReader } from '#src/store/store.js';
import type { Env } from '../gateway-deps.js';
import type { Watcher } from './room-activity.js';
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
const CONFIRMATION_RETRY_DELAY_MS = 500;

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
    feeds.onAwake((feed, accounts) => this.#confirm(feed, accounts));
  }

  /**
   * The first socket of an account is here. `heard`: from then on its user events come here again; null when they never
   * ceased to.
   */
  connected(account: AccountId, heard: Promise<void> | null = null): void {
    if (this.#lingering.delete(account)) {
      if (heard) this.refresh(account, heard);
      return;
    }
    const known: Known = { rooms: new Set(), changed: new Map(), reading: null };
    this.#known.set(account, known);
    known.reading = this.#readOnce(account, known, heard).catch((error: unknown) => {
      this.#onError(error);
      if (this.#known.get(account) === known) this.#forget(account);
    });
  }

  /**
   * User events may have been lost: memberships are read again. Removals from rooms with a feed are published by their
   * streams.
   */
  refresh(account: AccountId, heard: Promise<void> | null = null): void {
    const known = this.#known.get(account);
    if (!known || known.reading) return;
    known.changed = new Map();
    known.reading = this.#readOnce(account, known, heard).catch((error: unknown) => {
      known.changed = null;
      known.reading = null;
      this.#onError(error);
    });
  }

  /** The rooms of an account, from memory where it is or was just connected. */
  async roomsOf(account: AccountId): Promise<RoomId[]> {
    const known = this.#known.get(account);
    if (!known) return (await this.#membersOf(account)).map(({ room }) => room);
    await known.reading;
    return [...known.rooms];
  }

  /** Members of a room with a connection here, now or shortly before. */
  connectedIn(room: RoomId): Iterable<AccountId> {
    return this.#feeds.accountsIn(room);
  }

  /** The other connected member of the room, when there is exactly one. The cost does not grow with the room. */
  onlyOtherIn(room: RoomId, account: AccountId): AccountId | null {
    if (this.#feeds.accountCountIn(room) > 2) return null;
    const others = [...this.#feeds.accountsIn(room)].filter((other) => other !== account);
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
    for (const room of known?.rooms ?? []) this.#feeds.unfollow(room, account);
  }

  /** A note: the account became a member, or is none any more. */
  changed(account: AccountId, room: RoomId, slug: string, isMember: boolean): void {
    const known = this.#known.get(account);
    if (!known) return;
    known.changed?.set(room, isMember);
    if (isMember) this.#join(account, known, room, slug).catch(this.#onError);
    else if (known.rooms.has(room)) this.#drop(account, known, room);
  }

  async #readOnce(account: AccountId, known: Known, heard: Promise<void> | null): Promise<void> {
    if (heard) await heard;
    await this.#read(account, known);
  }

  /** One read, however many rooms there are. Nothing is read of the rooms, and none is loaded. */
  async #read(account: AccountId, known: Known): Promise<void> {
    const begunAt = this.#env.monotonic();
    const members = await this.#membersOf(account);
    if (this.#known.get(account) !== known) return;
    const changed = known.changed;
    known.changed = null;
    known.reading = null;
    const present = new Set(members.map(({ room }) => room));
    // What has ended since the last read. Feeds are told of it by their streams.
    for (const room of known.rooms) {
      if (!present.has(room) && !changed?.get(room) && !this.#feeds.find(room)) this.#drop(account, known, room);
    }
    for (const member of members) {
      if (changed?.get(member.room) !== false) this.#follow(account, known, member, begunAt);
    }
  }

  #membersOf(account: AccountId): Promise<Member[]> {
    return this.#store.range<Member>('members', { index: 'byAccount', prefix: [account], limit: ROOMS_MAX });
  }

  #follow(account: AccountId, known: Known, member: Member, readAt: number): void {
    const { room } = member;
    known.rooms.add(room);
    if (this.#feeds.followQuietly(room, account)) return;
    const feed = this.#feeds.find(room) as RoomFeed;
    if (this.#feeds.isReceivedSince(room, readAt)) return feed.activity.watch(account, watcherOf(member));
    if (feed.activity.watches(account)) return;
    // The room has woken up while the membership was read: what changed in between was not heard.
    feed.activity.awaitMembers([account]);
    this.#confirm(feed, [account]);
  }

  #drop(account: AccountId, known: Known, room: RoomId): void {
    known.rooms.delete(room);
    this.#feeds.unfollow(room, account);
  }

  /** Those who are no members are not followed any more. It goes on until it is known. */
  #confirm(feed: RoomFeed, accounts: readonly AccountId[]): void {
    this.#readMembers(feed, accounts).catch((error: unknown) => {
      this.#onError(error);
      this.#env.after(
        CONFIRMATION_RETRY_DELAY_MS,
        () => this.#feeds.find(feed.id) === feed && this.#confirm(feed, accounts),
      );
    });
  }

  async #readMembers(feed: RoomFeed, accounts: readonly AccountId[]): Promise<void> {
    await this.#feeds.begun(feed);
    const ids = accounts.map((account) => memberId(feed.id, account));
    const members = await this.#store.getMany<Member>('members', ids);
    if (this.#feeds.find(feed.id) !== feed) return;
    const watcherAt = (at: number) => (members[at]?.present ? watcherOf(members[at]) : null);
    const read = new Map(accounts.map((account, at) => [account, watcherAt(at)]));
    feed.activity.membersRead(read);
    for (const account of accounts) {
      if (feed.activity.watches(account)) continue;
      this.#known.get(account)?.rooms.delete(feed.id);
    }
    this.#feeds.release(feed);
  }

  async #join(account: AccountId, known: Known, room: RoomId, slug: string): Promise<void> {
    known.rooms.add(room);
    const feed = this.#feeds.acquire(room, slug);
    feed.activity.expect(account, feed.lastSeq);
    await this.#feeds.begun(feed);
    const member = await this.#store.get<Member>('members', memberId(room, account));
    const isCurrent = this.#known.get(account) === known && known.rooms.has(room);
    if (isCurrent && member?.present) this.#feeds.acquire(room, slug).activity.watch(account, watcherOf(member));
  }
}

function watcherOf({ role, historyFrom, joinedSeq, rev }: Member): Watcher {
  return { isAdmin: isAdminRole(role), historyFrom, since: joinedSeq, rev };
}
