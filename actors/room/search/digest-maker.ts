/**
 * Stores the topics of spans in the background, as soon as they are full, so that the first count of a long room need not
 * read it. The room has counted them, unless it was loaded within the span or a row has changed. Its words are made only where the span before has them: the room is searched.
 */
import type { Reader } from '#src/store/store.js';
import type { RoomItem, Rooms } from '../commands.js';
import { digestId, GROUP_SPANS, groupOf, SPAN, spanOf, type WordsDigest } from '../model/digests.js';
import { Spans } from './spans.js';

/** Spans that wait. What is beyond is made by the first count. */
const WAITING_MAX = 1_000;

export class DigestMaker {
  readonly #rooms: Rooms;
  readonly #reader: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: { room: string; seq: number }[] = [];
  #isStopped = false;
  #running: Promise<void> | null = null;

  constructor(rooms: Rooms, reader: Reader, onError: (error: unknown) => void) {
    this.#rooms = rooms;
    this.#reader = reader;
    this.#onError = onError;
  }

  /** An entry of this node's rooms is durable. */
  observe({ room, seq, isPlace }: Pick<RoomItem, 'room' | 'seq' | 'isPlace'>): void {
    if (isPlace || seq % SPAN !== 0 || this.#waiting.length >= WAITING_MAX || this.#isStopped) return;
    this.#waiting.push({ room, seq });
    this.#running ??= this.#run();
  }

  /** Before the actors and the store end: those that wait are made by the first count. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.length = 0;
    await this.#running;
  }

  /** One at a time: nobody waits for it. */
  async #run(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      await this.#make(next.room, next.seq).catch(this.#onError);
    }
    this.#running = null;
  }

  async #make(room: string, seq: number): Promise<void> {
    const spans = new Spans(this.#rooms, this.#reader, { room, seq });
    const span = spanOf(seq);
    const isSearched = await this.#isSearched(room, span);
    const isKept = await this.#keepCounted(room, span);
    if (isSearched || !isKept) await this.#read(spans, span, { isSearched, isKept });
    if ((span + 1) % GROUP_SPANS === 0) await spans.makeGroup(groupOf(span));
  }

  /** Mostly the room has counted them while the span filled. */
  async #keepCounted(room: string, span: number): Promise<boolean> {
    const answer = await this.#rooms.tryAsk(room, { type: 'keep_counted_topics', span });
    return answer.ok && answer.value.isKept;
  }

  async #read(spans: Spans, span: number, known: { isSearched: boolean; isKept: boolean }): Promise<void> {
    const entries = await spans.entries(span);
    if (!known.isKept) await spans.makeTopics(span, entries);
    if (known.isSearched) await spans.keepWords(span, entries);
  }

  async #isSearched(room: string, span: number): Promise<boolean> {
    if (span === 0) return false;
    const before = await this.#reader.get<WordsDigest>('digests', digestId(room, 'words', span - 1));
    return typeof before?.words === 'string';
  }
}
