import type { RoomItem, RoomStreams, Rooms } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Env } from '../gateway-deps.js';
import { QuietRooms } from './quiet-rooms.js';
import { RoomActivity } from './room-activity.js';
import { type FeedContext, RoomFeed } from './room-feed.js';
import { StreamRepair } from './stream-repair.js';

/** A room in which nothing happens and that nobody reads has no feed after this time. */
const QUIET_AFTER_MS = 120_000;
const SWEEP_INTERVAL_MS = 30_000;

/** Reads these accounts' memberships of the room once its stream is received, and adds them to its activity. */
export type ConfirmMembers = (feed: RoomFeed, accounts: readonly AccountId[]) => void;

interface Awake {
  feed: RoomFeed;
  repair: StreamRepair;
  lastItemAt: number;
  /** From when on every change of a membership is heard. */
  receivedSince: number;
  /** While its owner is asked where the room is. */
  locating: Promise<void> | null;
}

/**
 * The rooms that this node follows. Most of them are quiet: nothing happens in them while a member is connected, and all
 * that is known of one is who the connected members are. The first item, or the first reader, makes it a feed.
 */
export class RoomFeeds {
  readonly #streams: RoomStreams;
  readonly #env: Env;
  readonly #context: FeedContext;
  readonly #feeds = new Map<RoomId, Awake>();
  readonly #quiet = new QuietRooms();
  readonly #ids = new Map<string, RoomId>();
  readonly #rooms: Rooms;
  readonly #onError: (error: unknown) => void;
  #confirm: ConfirmMembers = () => undefined;
  #stopSweep: (() => void) | null = null;
  /** One listener for all rooms. */
  readonly #listener: { (item: RoomItem): void; positionIn(id: RoomId): number | null };

  constructor(
    { streams, rooms, env }: { streams: RoomStreams; rooms: Rooms; env: Env },
    context: FeedContext,
    onError: (error: unknown) => void,
  ) {
    this.#streams = streams;
    this.#rooms = rooms;
    this.#onError = onError;
    this.#env = env;
    this.#context = context;
    const positionIn = (id: RoomId) => this.find(id)?.publishedUpTo || null;
    this.#listener = Object.assign((item: RoomItem) => this.#onItem(item), { positionIn });
  }

  /** Before anything is followed. */
  onAwake(confirm: ConfirmMembers): void {
    this.#confirm = confirm;
  }

  /** The room of this slug, when this node has its feed. */
  idOf(slug: string): RoomId | undefined {
    return this.#ids.get(slug);
  }

  /** Undefined for a quiet room. */
  find(id: RoomId): RoomFeed | undefined {
    return this.#feeds.get(id)?.feed;
  }

  /** Whether the stream of the room has told of every change since then. */
  isReceivedSince(id: RoomId, at: number): boolean {
    return (this.#feeds.get(id)?.receivedSince ?? Number.POSITIVE_INFINITY) < at;
  }

  /** Connected members, and those who were a moment ago. */
  accountsIn(id: RoomId): Iterable<AccountId> {
    return this.find(id)?.activity.accounts() ?? this.#quiet.accountsIn(id);
  }

  accountCountIn(id: RoomId): number {
    return this.find(id)?.activity.watcherCount ?? this.#quiet.accountCountIn(id);
  }

  /** From now on the account is told of the room's activity. False: the room has a feed, which must be told itself. */
  followQuietly(id: RoomId, account: AccountId): boolean {
    if (this.#feeds.has(id)) return false;
    if (!this.#quiet.has(id)) this.#streams.watch(id, this.#listener);
    this.#quiet.add(id, account);
    return true;
  }

  unfollow(id: RoomId, account: AccountId): void {
    const feed = this.find(id);
    if (feed) {
      feed.activity.unwatch(account);
      return this.release(feed);
    }
    if (this.#quiet.delete(id, account)) this.#streams.unwatch(id, this.#listener);
  }

  /** The feed, watching from now on at the latest. Give it back with `release` when it may be unused. */
  acquire(id: RoomId, slug: string): RoomFeed {
    const known = this.#feeds.get(id);
    if (known) return known.feed;
    if (!this.#quiet.has(id)) this.#streams.watch(id, this.#listener);
    return this.#wake(id, slug).feed;
  }

  /**
   * Resolves once a read of members and the stream of the room leave no gap between them. A reader wakes a room before
   * its owner has loaded it: until then documents may lack what an earlier owner committed and told nobody. An owner
   * answers, and publishes, only after it has repaired them.
   */
  async begun(feed: RoomFeed): Promise<void> {
    await this.#streams.ready(feed.id);
    const awake = this.#feeds.get(feed.id);
    if (awake?.feed !== feed || Number.isFinite(awake.receivedSince)) return;
    if (feed.lastSeq === 0) {
      awake.locating ??= this.#locate(feed).finally(() => {
        awake.locating = null;
      });
      await awake.locating;
    }
    awake.receivedSince = Math.min(awake.receivedSince, this.#env.monotonic());
  }

  async #locate(feed: RoomFeed): Promise<void> {
    const { seq } = await this.#rooms.ask(feed.id, { type: 'replay', after: null });
    feed.membersAsOf = seq;
  }

  release(feed: RoomFeed): void {
    if (!feed.isUnused || this.find(feed.id) !== feed) return;
    feed.fill();
    this.#end(feed.id);
    this.#streams.unwatch(feed.id, this.#listener);
  }

  close(): void {
    this.#stopSweep?.();
    for (const id of [...this.#feeds.keys()]) this.#end(id);
  }

  #onItem(item: RoomItem): void {
    const awake = this.#feeds.get(item.room) ?? (isSilent(item) ? null : this.#wake(item.room, item.slug));
    if (!awake) return;
    awake.lastItemAt = this.#env.monotonic();
    awake.repair.take(item);
    this.release(awake.feed);
  }

  #wake(id: RoomId, slug: string): Awake {
    const { connections, renderContext } = this.#context;
    const activity = new RoomActivity(id, slug, connections, this.#env, renderContext.links);
    const feed = new RoomFeed(id, slug, activity, this.#context);
    const repair = new StreamRepair(feed, (after) => this.#replay(id, after), this.#onError);
    const receivedSince = Number.POSITIVE_INFINITY;
    const awake = { feed, repair, lastItemAt: this.#env.monotonic(), receivedSince, locating: null };
    this.#feeds.set(id, awake);
    this.#ids.set(slug, id);
    const accounts = this.#quiet.take(id);
    if (accounts.length > 0) {
      activity.awaitMembers(accounts);
      this.#confirm(feed, accounts);
    }
    this.#stopSweep ??= this.#env.after(SWEEP_INTERVAL_MS, () => this.#sweep());
    return awake;
  }

  #sweep(): void {
    const before = this.#env.monotonic() - QUIET_AFTER_MS;
    for (const { feed, lastItemAt } of this.#feeds.values()) {
      if (lastItemAt <= before && !feed.hasReaders && feed.activity.isSettled) this.#fallAsleep(feed);
    }
    this.#stopSweep = this.#feeds.size > 0 ? this.#env.after(SWEEP_INTERVAL_MS, () => this.#sweep()) : null;
  }

  /** Its stream goes on; the memberships are read again when it wakes up. */
  #fallAsleep(feed: RoomFeed): void {
    feed.fill();
    for (const account of feed.activity.accounts()) this.#quiet.add(feed.id, account);
    this.#end(feed.id);
    if (!this.#quiet.has(feed.id)) this.#streams.unwatch(feed.id, this.#listener);
  }

  async #replay(id: RoomId, after: number): Promise<RoomItem[]> {
    const items: RoomItem[] = [];
    for (let from = after; ; ) {
      const page = await this.#rooms.ask(id, { type: 'replay', after: from });
      items.push(...page.items);
      if (!page.hasMore) return items;
      from = page.seq;
    }
  }

  #end(id: RoomId): void {
    const known = this.#feeds.get(id);
    known?.feed.activity.stop();
    this.#feeds.delete(id);
    if (known && this.#ids.get(known.feed.slug) === id) this.#ids.delete(known.feed.slug);
  }
}

/** Nobody is told of it: where a room is that came into memory, or a claim. */
const isSilent = ({ moves, announcements, activity, toMembers }: RoomItem): boolean =>
  moves.length === 0 && announcements.length === 0 && activity === null && toMembers === undefined;
