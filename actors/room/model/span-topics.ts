/**
 * The topics of the span that is being filled, counted along with its entries: it need not be read for a count, nor when it
 * is full. They are unknown where memory has not seen the span from its beginning, and where a row of it has changed.
 */
import type { LogEntry } from '#src/domain/log/log.js';
import { TopicCount } from '#src/domain/messages/topics.js';
import { firstOf, lastOf, spanOf, type Topics, topicsOf } from './digests.js';

/** A span with more hashtags is read, so that no room keeps many in memory. */
const TOPICS_MAX = 64;

export class SpanTopics {
  #count: TopicCount | null = null;
  #firstAt = 0;
  #lastSeq = 0;
  #lastAt = 0;
  #full: { span: number; topics: Topics } | null = null;

  /** Topics in memory. */
  get size(): number {
    return (this.#count?.size ?? 0) + (this.#full?.topics.topics?.length ?? 0);
  }

  /** Every entry, in order, after the changes of rows that it brings. */
  add({ seq, at, row }: LogEntry): void {
    const span = spanOf(seq);
    if (seq === firstOf(span)) {
      this.#count = new TopicCount();
      this.#firstAt = at;
    } else if (seq !== this.#lastSeq + 1) this.#count = null;
    this.#lastSeq = seq;
    this.#lastAt = at;
    if (this.#count === null) return;
    if (row) this.#count.addRow(row);
    if (this.#count.size > TOPICS_MAX) this.#count = null;
    else if (seq === lastOf(span)) {
      this.#full = { span, topics: topicsOf(this.#count, this.#firstAt, at) };
      this.#count = null;
    }
  }

  /** A row is not counted any more as it was. */
  changed(row: number): void {
    const span = spanOf(row);
    if (span === spanOf(this.#lastSeq)) this.#count = null;
    if (span === this.#full?.span) this.#full = null;
  }

  /** Of the span with this entry, which is the last one; null if its rows have to be read. */
  upTo(seq: number): Topics | null {
    return this.#count && seq === this.#lastSeq ? topicsOf(this.#count, this.#firstAt, this.#lastAt) : null;
  }

  /** Of the last full span; null if they have to be read. */
  of(span: number): Topics | null {
    return this.#full?.span === span ? this.#full.topics : null;
  }
}
