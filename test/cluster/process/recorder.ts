/** Keeps the history of a run, on one clock. */
import type { Span } from '../history/figures.js';
import {
  type Ban,
  type Call,
  emptyHistory,
  type History,
  type Post,
  type Read,
  type Reading,
} from '../history/history.js';

export class Recorder {
  readonly history: History = emptyHistory();
  readonly calls: Call[] = [];
  readonly spans: Span[] = [];
  readonly #lastWrites = new Map<string, number>();

  now(): number {
    return performance.now();
  }

  posted(post: Post): void {
    this.history.posts.push(post);
    if (post.outcome === 'acknowledged') this.#lastWrites.set(post.room, post.endedAt);
  }

  read(read: Read): void {
    this.history.reads.push(read);
  }

  /** Lifted never, until it is. */
  banned(room: string, account: string): Ban {
    const ban = { room, account, ackedAt: this.now(), liftedAt: Number.POSITIVE_INFINITY };
    this.history.bans.push(ban);
    return ban;
  }

  reading(reader: string, room: string, isWhole: boolean): Reading {
    const reading: Reading = { reader, room, isWhole, rows: [], holes: [], disorders: [] };
    this.history.readings.push(reading);
    return reading;
  }

  called(what: string, at: number, failure: string | null): void {
    this.calls.push({ what, at, tookMs: this.now() - at, failure });
  }

  /** When the newest acknowledged write of each room ended. Kept, because runs of an hour have hundreds of thousands. */
  get lastWrites(): ReadonlyMap<string, number> {
    return this.#lastWrites;
  }

  /** Those that ended after this moment: both lists are in the order of their ends. */
  since(at: number): { posts: Post[]; calls: Call[] } {
    const { posts } = this.history;
    return {
      posts: posts.slice(posts.findLastIndex(({ endedAt }) => endedAt < at) + 1),
      calls: this.calls.slice(this.calls.findLastIndex((call) => call.at + call.tookMs < at) + 1),
    };
  }

  async during(name: string, run: () => Promise<void>): Promise<Span> {
    const beganAt = this.now();
    await run();
    const span = { name, beganAt, endedAt: this.now() };
    this.spans.push(span);
    return span;
  }
}
