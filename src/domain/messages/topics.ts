/** Hashtags of a room: how often each is used, and when last. Messages without any are counted together. */
import type { Row } from './message.js';

/** A hashtag is never empty, so this names the messages without one. */
export const UNKNOWN_TOPIC = '';

export interface Topic {
  tag: string;
  count: number;
  lastSeq: number;
  lastAt: number;
}

/** Whether a row is a message that is there: what topics and statistics count. */
export const isCounted = (row: Row): boolean => row.kind !== 'event' && row.deletedAt === null && !row.expired;

export class TopicCount {
  readonly #topics = new Map<string, Topic>();
  messages = 0;

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

  /** Most recently used first; of those used in one message, in the order of their letters. */
  get topics(): Topic[] {
    return [...this.#topics.values()].sort((a, b) => b.lastSeq - a.lastSeq || (a.tag < b.tag ? -1 : 1));
  }
}
