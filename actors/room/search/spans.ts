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
  lastOf,
  SPAN,
  spanOf,
  topicsDigest,
  type WordsDigest,
  wordsDigest,
} from '../model/digests.js';

/** Digests that are longer than this in UTF-16 units are not stored; their rows are read again. */
const WORDS_MAX = 1_000_000;
/** Digests that are read at once. */
const GROUP = 32;

export class Spans {
  readonly #rooms: Rooms;
  readonly #reader: Reader;
  readonly #scope: SearchScope;

  constructor(rooms: Rooms, reader: Reader, scope: SearchScope) {
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
    for await (const { span, digest } of this.#digests<WordsDigest>('words', first, spanOf(after + 1), -1)) {
      yield { span, words: digest?.words ?? null };
    }
  }

  /** Oldest first; a digest is made where there is none. Null: the span is not full yet. */
  async *topics(after: number): AsyncGenerator<{ span: number; digest: Omit<TopicsDigest, '_id' | 'rev'> | null }> {
    const last = spanOf(this.#scope.seq);
    for await (const { span, digest } of this.#digests<TopicsDigest>('topics', spanOf(after + 1), last, 1)) {
      if (digest?.topics) yield { span, digest };
      else yield { span, digest: this.#isFull(span) ? await this.#makeTopics(span) : null };
    }
  }

  async *#digests<D extends { _id: string }>(kind: DigestKind, from: number, to: number, step: 1 | -1) {
    const { room } = this.#scope;
    for (let at = from; step * (to - at) >= 0; at += step * GROUP) {
      const length = Math.min(GROUP, step * (to - at) + 1);
      const spans = Array.from({ length }, (_, index) => at + step * index);
      const digests = await this.#reader.getMany<D>(
        'digests',
        spans.map((span) => digestId(room, kind, span)),
      );
      for (const [index, span] of spans.entries()) yield { span, digest: digests[index] ?? null };
    }
  }

  #isFull(span: number): boolean {
    return lastOf(span) <= this.#scope.seq;
  }

  async #makeTopics(span: number): Promise<Omit<TopicsDigest, '_id' | 'rev'>> {
    const topics = topicsDigest(await this.entries(span));
    const { room, seq: rev } = this.#scope;
    await this.#rooms.tryAsk(room, { type: 'keep_digest', kind: 'topics', span, rev, topics });
    return topics;
  }

  /** One at a time: new digests must not fill the room's mailbox. A lost one is made again. */
  async keepWords(span: number, entries: LogEntry[]): Promise<void> {
    if (!this.#isFull(span)) return;
    const { room, seq: rev } = this.#scope;
    const words = wordsDigest(entries.flatMap(({ row }) => row ?? []));
    if (words.length > WORDS_MAX) return;
    await this.#rooms.tryAsk(room, { type: 'keep_digest', kind: 'words', span, rev, words });
  }
}
