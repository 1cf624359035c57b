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

  now(): number {
    return performance.now();
  }

  posted(post: Post): void {
    this.history.posts.push(post);
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

  /** The newest acknowledged write of each room. */
  lastWrites(): Map<string, number> {
    const last = new Map<string, number>();
    for (const { room, outcome, endedAt } of this.history.posts) {
      if (outcome === 'acknowledged') last.set(room, Math.max(last.get(room) ?? 0, endedAt));
    }
    return last;
  }

  async during(name: string, run: () => Promise<void>): Promise<Span> {
    const beganAt = this.now();
    await run();
    const span = { name, beganAt, endedAt: this.now() };
    this.spans.push(span);
    return span;
  }
}
