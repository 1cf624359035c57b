import type { RoomItem } from '#actors/room/commands.js';
import type { RoomFeed } from './room-feed.js';

/** The items after a place, oldest first. */
export type Replay = (after: number) => Promise<RoomItem[]>;

/**
 * Between a room's stream and its feed. An actor that was loaded again publishes only its position. If the position is
 * ahead of the feed, an entry became durable without its announcement: the missing items are read before any later
 * item.
 */
export class StreamRepair {
  readonly #feed: RoomFeed;
  readonly #replay: Replay;
  readonly #onError: (error: unknown) => void;
  /** The items that arrive while the missing items are requested. */
  #waiting: RoomItem[] | null = null;

  constructor(feed: RoomFeed, replay: Replay, onError: (error: unknown) => void) {
    this.#feed = feed;
    this.#replay = replay;
    this.#onError = onError;
  }

  take(item: RoomItem): void {
    if (this.#waiting) return void this.#waiting.push(item);
    if (!item.isPlace) return this.#feed.onItem(item);
    const { publishedUpTo } = this.#feed;
    if (publishedUpTo > 0 && item.seq > publishedUpTo) void this.#repair(publishedUpTo);
  }

  async #repair(after: number): Promise<void> {
    const waiting: RoomItem[] = [];
    this.#waiting = waiting;
    // Without an answer clients see the hole in `prev_seq`, and ask for themselves.
    const missed = await this.#replay(after).catch((error: unknown) => {
      this.#onError(error);
      return [];
    });
    this.#waiting = null;
    for (const item of [...missed, ...waiting]) if (item.seq > this.#feed.lastSeq) this.take(item);
  }
}
