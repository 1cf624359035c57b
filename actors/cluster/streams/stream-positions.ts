/**
 * Where the streams of this node's actors are, for those that subscribe. An actor in memory answers for itself. For the
 * others one read asks the store whether their logs go on after the subscribers' positions: if not, they stay where
 * they are, and only the others are loaded.
 */
import type { Env } from '#actors/runtime/env.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { StreamPosition } from '../messages.js';
import type { StreamItem } from './stream-subscription.js';

/** One page of an actor's own stream. */
export interface ReplayPage<Item> {
  items: Item[];
  /** Complete up to here. */
  seq: number;
  hasMore: boolean;
}

/** A stream, and the newest position that is known of it. */
export type KnownPosition = readonly [id: string, seq: number];

export interface StreamPositionsOptions<Item> {
  takes(id: string): boolean;
  isInMemory(id: string): boolean;
  /** Asks an actor of this node; null when it is not here. */
  replay(id: string, after: number | null): Promise<ReplayPage<Item>> | null;
  /** Those of these streams that go on after the position. */
  later(known: readonly KnownPosition[]): Promise<ReadonlySet<string>>;
  env: Pick<Env, 'after'>;
  onError: (what: string, error?: unknown) => void;
}

const LOAD_CONCURRENCY = 32;
/**
 * So long after its end a write of an owner that was killed may still be carried out: longer than the store's own
 * deadline. An owner that lives on tells of such a write by itself.
 */
const LATE_WRITES_MS = 15_000;
const LATE_CHECK_BATCH_MAX = 512;

export class StreamPositions<Item extends StreamItem> {
  readonly #options: StreamPositionsOptions<Item>;
  /** Streams that are looked at once more, and those of them that have waited once. */
  #doubtful = new Map<string, number>();
  #longDoubtful = new Map<string, number>();
  #stopTimer: (() => void) | null = null;

  constructor(options: StreamPositionsOptions<Item>) {
    this.#options = options;
  }

  /** In the order of `streams`. Items after a position are delivered first. */
  async of(
    streams: readonly (readonly [id: string, after: number | null])[],
    deliver: (id: string, item: Item) => void,
  ): Promise<StreamPosition[]> {
    const { takes, isInMemory } = this.#options;
    const idle = streams.filter((one): one is KnownPosition => one[1] !== null && takes(one[0]) && !isInMemory(one[0]));
    const later = await this.#laterAmong(idle);
    for (const [id, seq] of idle) if (later?.has(id) === false) this.#doubt(id, seq);
    return mapLimit(streams, LOAD_CONCURRENCY, async ([id, after]) => {
      if (!takes(id)) return 'moved';
      if (isInMemory(id) || (after !== null && later?.has(id))) return this.#replay(id, after, deliver);
      // The store did not answer.
      return after !== null && later === null ? 'moved' : null;
    });
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#doubtful.clear();
    this.#longDoubtful.clear();
  }

  async #laterAmong(idle: readonly KnownPosition[]): Promise<ReadonlySet<string> | null> {
    if (idle.length === 0) return new Set();
    try {
      return await this.#options.later(idle);
    } catch (error) {
      this.#options.onError('stream positions not read', error);
      return null;
    }
  }

  /** An actor that does not answer, or was lost on the way, is asked for again by the subscriber. */
  async #replay(id: string, after: number | null, deliver: (id: string, item: Item) => void): Promise<StreamPosition> {
    try {
      for (let position = after; ; ) {
        const page = await this.#options.replay(id, position);
        if (!page) return 'moved';
        for (const item of page.items) deliver(id, item);
        if (!page.hasMore) return page.seq;
        position = page.seq;
      }
    } catch (error) {
      this.#options.onError('stream replay failed', error);
      return 'moved';
    }
  }

  #doubt(id: string, seq: number): void {
    this.#doubtful.set(id, Math.max(seq, this.#doubtful.get(id) ?? 0));
    this.#stopTimer ??= this.#options.env.after(LATE_WRITES_MS, () => this.#lookAgain());
  }

  /** At those that have been in doubt for the whole time. */
  #lookAgain(): void {
    const due = [...this.#longDoubtful];
    this.#longDoubtful = this.#doubtful;
    this.#doubtful = new Map();
    const isOver = this.#longDoubtful.size === 0;
    this.#stopTimer = isOver ? null : this.#options.env.after(LATE_WRITES_MS, () => this.#lookAgain());
    this.#checkAgain(due).catch((error: unknown) => {
      this.#options.onError('streams not looked at again', error);
      for (const [id, seq] of due) this.#doubt(id, seq);
    });
  }

  /** Loading an actor publishes its position, and subscribers ask for what they miss. */
  async #checkAgain(doubtful: readonly KnownPosition[]): Promise<void> {
    const { takes, isInMemory, later, replay } = this.#options;
    for (let from = 0; from < doubtful.length; from += LATE_CHECK_BATCH_MAX) {
      const batch = doubtful.slice(from, from + LATE_CHECK_BATCH_MAX).filter(([id]) => takes(id) && !isInMemory(id));
      const found = batch.length > 0 ? await later(batch) : new Set<string>();
      await mapLimit([...found], LOAD_CONCURRENCY, async (id) => void (await replay(id, null)));
    }
  }
}
