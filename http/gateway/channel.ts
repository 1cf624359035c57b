import type { GatewayMetrics } from '#src/metrics.js';
import type { Reader } from './reader.js';
import { hiddenFrame, type Told } from './rendered-item.js';

/** The readers of one channel of a room, and what waits for the next round to reach them. */
export class Channel {
  readonly readers = new Set<Reader>();
  readonly #slug: string;
  #waiting: Told[] = [];

  constructor(slug: string) {
    this.#slug = slug;
  }

  add(told: Told[]): void {
    for (const one of told) this.#waiting.push(one);
  }

  /** Into the outboxes, and how many events those were: one Buffer for everybody, unless a reader came in between or may not see all of it. */
  fill(metrics: Pick<GatewayMetrics, 'flushed'>): number {
    const told = this.#waiting;
    if (told.length === 0) return 0;
    this.#waiting = [];
    const first = (told[0] as Told).seq;
    const oldestSubject = told.reduce((oldest, { about }) => (about > 0 ? Math.min(oldest, about) : oldest), Infinity);
    const shared = told.length === 1 ? (told[0] as Told).frame : Buffer.concat(told.map(({ frame }) => frame));
    for (const reader of this.readers) {
      if (reader.afterSeq >= first || reader.historyFrom >= oldestSubject) deliver(reader, this.#slug, told);
      else reader.connection.push(shared);
    }
    metrics.flushed(told.length, this.readers.size, shared.length);
    return told.length;
  }
}

/** To one reader: what is newer than it has, without what it may not see. */
export function deliver(reader: Reader, slug: string, told: Told[]): void {
  for (const one of told) {
    if (one.seq <= reader.afterSeq) continue;
    const isHidden = one.about > 0 && one.about <= reader.historyFrom;
    reader.connection.push(isHidden ? hiddenFrame(slug, one) : one.frame);
  }
}
