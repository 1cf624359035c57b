/** Hashtags of a room: how often and when last each was used. Messages without a hashtag are counted together. */
import type { Row } from './message.js';

/** Stands for messages without a hashtag; a hashtag is never empty. */
export const UNKNOWN_TOPIC = '';

export interface Topic {
  tag: string;
  count: number;
  lastSeq: number;
  lastAt: number;
}

/** Whether topics and statistics count the row: it is a message and still exists. */
export const isCounted = (row: Row): boolean => row.kind !== 'event' && row.deletedAt === null && !row.expired;

export class TopicCount {
  readonly #topics = new Map<string, Topic>();
  messages = 0;

  get size(): number {
    return this.#topics.size;
  }

  addRow(row: Row): void {
    if (!isCounted(row)) return;
    this.messages += 1;
    for (const tag of row.hashtags.length > 0 ? row.hashtags : [UNKNOWN_TOPIC]) {
      this.#add({ tag, count: 1, lastSeq: row.seq, lastAt: row.at });
    }
  }

  addAll(topics: Topic[], messages: number): void {
    this.messages += messages;
    for (const topic of topics) this.#add(topic);
  }

  #add({ tag, count, lastSeq, lastAt }: Topic): void {
    const known = this.#topics.get(tag);
    if (!known) this.#topics.set(tag, { tag, count, lastSeq, lastAt });
    else {
      known.count += count;
      if (lastSeq > known.lastSeq) [known.lastSeq, known.lastAt] = [lastSeq, lastAt];
    }
  }

  /** The most recently used first. Topics of the same message are ordered by tag. */
  get topics(): Topic[] {
    return [...this.#topics.values()].sort((a, b) => b.lastSeq - a.lastSeq || (a.tag < b.tag ? -1 : 1));
  }
}
