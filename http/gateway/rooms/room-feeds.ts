import type { RoomItem, RoomStreams, Rooms } from '#actors/room/commands.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Env } from '../gateway-deps.js';
import { RoomActivity } from './room-activity.js';
import { type FeedContext, RoomFeed } from './room-feed.js';
import { StreamRepair } from './stream-repair.js';

/** One feed for each room that a connected account has opened or is a member of. */
export class RoomFeeds {
  readonly #streams: RoomStreams;
  readonly #env: Env;
  readonly #context: FeedContext;
  readonly #feeds = new Map<RoomId, { feed: RoomFeed; unwatch: () => void }>();

  readonly #ids = new Map<string, RoomId>();

  readonly #rooms: Rooms;
  readonly #onError: (error: unknown) => void;

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
  }

  /** The room of this slug, when this node has its feed. */
  idOf(slug: string): RoomId | undefined {
    return this.#ids.get(slug);
  }

  find(id: RoomId): RoomFeed | undefined {
    return this.#feeds.get(id)?.feed;
  }

  /** The feed, watching from now on at the latest. Give it back with `release` when it may be unused. */
  acquire(id: RoomId, slug: string): RoomFeed {
    const known = this.#feeds.get(id);
    if (known) return known.feed;
    const { connections, renderContext } = this.#context;
    const activity = new RoomActivity(id, slug, connections, this.#env, renderContext.links);
    const feed = new RoomFeed(id, slug, activity, this.#context);
    const repair = new StreamRepair(feed, (after) => this.#replay(id, after), this.#onError);
    const onItem = (item: RoomItem): void => {
      repair.take(item);
      this.release(feed);
    };
    this.#feeds.set(id, { feed, unwatch: this.#streams.watch(id, onItem) });
    this.#ids.set(slug, id);
    return feed;
  }

  isReady(id: RoomId): boolean {
    return this.#streams.isReady(id);
  }

  /** Resolves once this node is subscribed to the streams of these rooms. */
  async ready(rooms: Iterable<RoomId>): Promise<void> {
    await Promise.all([...rooms].map((id) => this.#streams.ready(id)));
  }

  release(feed: RoomFeed): void {
    if (!feed.isUnused || this.find(feed.id) !== feed) return;
    feed.fill();
    this.#end(feed.id);
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

  close(): void {
    for (const id of [...this.#feeds.keys()]) this.#end(id);
  }

  #end(id: RoomId): void {
    const known = this.#feeds.get(id);
    known?.unwatch();
    known?.feed.activity.stop();
    this.#feeds.delete(id);
    if (known && this.#ids.get(known.feed.slug) === id) this.#ids.delete(known.feed.slug);
  }
}
