/** Spans of a room's log as they are read beside the room: their digests, or their entries. */
import type { LogEntry } from '#src/domain/log/log.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { SearchScope, TopicsDigest } from '../commands/search-commands.js';
import type { Rooms } from '../commands.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import {
  type DigestKind,
  digestId,
  firstOf,
  GROUP_SPANS,
  groupOf,
  lastEntryOf,
  lastOf,
  SPAN,
  spanOf,
  sumOf,
  type Topics,
  topicsDigest,
  type WordsDigest,
  wordsDigest,
} from '../model/digests.js';

/** Digests that are longer than this in UTF-16 units are not stored; their rows are read again. */
const WORDS_MAX = 1_000_000;
/** A group with more hashtags is not stored; its spans are summed up again. */
const GROUP_TOPICS_MAX = 10_000;

/** `span`: the first one of the piece. */
export interface TopicsPiece {
  span: number;
  topics: Topics | null;
}

export class Spans {
  readonly #rooms: Rooms;
  readonly #reader: Reader;
  readonly #scope: Pick<SearchScope, 'room' | 'seq' | 'unfinished'>;

  constructor(rooms: Rooms, reader: Reader, scope: Pick<SearchScope, 'room' | 'seq' | 'unfinished'>) {
    this.#rooms = rooms;
    this.#reader = reader;
    this.#scope = scope;
  }

  /** The entries of a span, oldest first, as far as the scope knows of them. */
  async entries(span: number): Promise<LogEntry[]> {
    const { room, seq } = this.#scope;
    const range = { gt: logId(room, firstOf(span) - 1), lte: logId(room, Math.min(lastOf(span), seq)) };
    const docs = await this.#reader.range<EntryDoc>('log', { index: '_id', ...range, limit: SPAN });
    return docs.map(unpackEntry);
  }

  /** Newest first, from the span of `before` back to that of `after`, each with its words when they are known. */
  async *words(before: number, after: number): AsyncGenerator<{ span: number; words: string | null }> {
    const first = spanOf(Math.min(before - 1, this.#scope.seq));
    for await (const { at: span, digest } of this.#digests<WordsDigest>('words', first, spanOf(after + 1), -1)) {
      yield { span, words: digest?.words ?? null };
    }
  }

  /**
   * The log after an entry, oldest first, in the largest pieces with known topics that are whole to the reader. Null: the
   * rows of the span are to be read.
   */
  async *topics({ after, gone }: Pick<SearchScope, 'after' | 'gone'>): AsyncGenerator<TopicsPiece> {
    const last = groupOf(spanOf(this.#scope.seq));
    const isWhole = (topics: Topics, first: number) => first > after && topics.firstAt > gone;
    for await (const { at: group, digest } of this.#digests<TopicsDigest>(
      'groups',
      groupOf(spanOf(after + 1)),
      last,
      1,
    )) {
      const topics = digest?.topics ? digest : this.#isFull('groups', group) ? await this.makeGroup(group) : null;
      if (topics && topics.lastAt <= gone) continue;
      const from = group * GROUP_SPANS;
      if (topics && isWhole(topics, firstOf(from))) yield { span: from, topics };
      else {
        const to = Math.min(from + GROUP_SPANS - 1, spanOf(this.#scope.seq));
        for await (const one of this.#spanTopics(Math.max(from, spanOf(after + 1)), to)) {
          if (one.topics && one.topics.lastAt <= gone) continue;
          yield one.topics && isWhole(one.topics, firstOf(one.span)) ? one : { span: one.span, topics: null };
        }
      }
    }
  }

  /** The topics of each span; null for one that is not full yet. */
  async *#spanTopics(from: number, to: number): AsyncGenerator<TopicsPiece> {
    for await (const { at: span, digest } of this.#digests<TopicsDigest>('topics', from, to, 1)) {
      if (digest?.topics) yield { span, topics: digest };
      else if (this.#isFull('topics', span)) yield { span, topics: await this.makeTopics(span) };
      else yield { span, topics: this.#scope.unfinished ?? null };
    }
  }

  async *#digests<D extends { _id: string }>(kind: DigestKind, from: number, to: number, step: 1 | -1) {
    const { room } = this.#scope;
    for (let start = from; step * (to - start) >= 0; start += step * GROUP_SPANS) {
      const length = Math.min(GROUP_SPANS, step * (to - start) + 1);
      const numbers = Array.from({ length }, (_, index) => start + step * index);
      const digests = await this.#reader.getMany<D>(
        'digests',
        numbers.map((at) => digestId(room, kind, at)),
      );
      for (const [index, at] of numbers.entries()) yield { at, digest: digests[index] ?? null };
    }
  }

  #isFull(kind: DigestKind, at: number): boolean {
    return lastEntryOf(kind, at) <= this.#scope.seq;
  }

  async makeTopics(span: number, entries?: LogEntry[]): Promise<Topics> {
    const topics = topicsDigest(entries ?? (await this.entries(span)));
    await this.#keep('topics', span, topics);
    return topics;
  }

  /** From the topics of its spans, which are made where they are missing. */
  async makeGroup(group: number): Promise<Topics> {
    const from = group * GROUP_SPANS;
    const spans: Topics[] = [];
    for await (const { topics } of this.#spanTopics(from, from + GROUP_SPANS - 1)) if (topics) spans.push(topics);
    const sum = sumOf(spans);
    if ((sum.topics?.length ?? 0) <= GROUP_TOPICS_MAX) await this.#keep('groups', group, sum);
    return sum;
  }

  async #keep(kind: 'topics' | 'groups', span: number, topics: Topics): Promise<void> {
    const { room, seq: rev } = this.#scope;
    await this.#rooms.tryAsk(room, { type: 'keep_digest', kind, span, rev, topics });
  }

  /** One at a time: new digests must not fill the room's mailbox. A lost one is made again. */
  async keepWords(span: number, entries: LogEntry[]): Promise<void> {
    if (!this.#isFull('words', span)) return;
    const { room, seq: rev } = this.#scope;
    const words = wordsDigest(entries.flatMap(({ row }) => row ?? []));
    if (words.length > WORDS_MAX) return;
    await this.#rooms.tryAsk(room, { type: 'keep_digest', kind: 'words', span, rev, words });
  }
}
