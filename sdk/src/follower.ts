/**
 * Follows the log of one room without a hole: opened once, then by its events. When `prev_seq` tells that something
 * is missing, or after a new connection, the rest is asked for with `after_seq`; what arrives between the pages of
 * such an answer is held back until the last one. Every row and every change is handed on once, in the log's order.
 */
import { pause, waitMs } from './back-off.js';
import { isPassing, isRefusal, MeydanError, networkError } from './errors.js';
import type { OpenedRoom, RoomChange, Row } from './wire.js';

/** Up to where a room is known. Kept by the program, it survives a restart of it. */
export interface Place {
  id: string;
  seq: number;
}

export interface FollowerEnds {
  ask(since: { id: string; after_seq: number } | null): Promise<OpenedRoom>;
  isOnline(): boolean;
  /** The newest rows, where nothing was held before. */
  began(opened: OpenedRoom): void;
  /** Each page of an answer, before what is in it. */
  page(opened: OpenedRoom): void;
  row(row: Row): void;
  change(change: RoomChange): void;
  /** What was held is void. */
  reset(): void;
  synced(): void;
  lost(error: MeydanError): void;
}

export class Follower {
  readonly #ends: FollowerEnds;
  readonly #ended = new AbortController();
  #id: string | null;
  #seq: number;
  /** The newest row handed on, also over a reset: nothing is handed on twice. */
  #rowSeq: number;
  /** The entry that is being told live; its events come one by one, and the connection may go between them. */
  #liveSeq = 0;
  readonly #liveTold = new Set<string>();
  #resetId: string | null = null;
  #waiting: RoomChange[] | null = null;
  #syncing: Promise<void> | null = null;

  constructor(ends: FollowerEnds, place: Place | null) {
    this.#ends = ends;
    this.#id = place?.id ?? null;
    this.#seq = place?.seq ?? 0;
    this.#rowSeq = this.#seq;
  }

  get place(): Place | null {
    return this.#id === null ? null : { id: this.#id, seq: this.#seq };
  }

  /** Nothing that was missed is on its way. */
  get isSynced(): boolean {
    return this.#id !== null && this.#waiting === null;
  }

  /** Opens the room, or asks for what was missed since. Calls while one is under way are that one. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  /** When what is being asked for is there. */
  async settled(): Promise<void> {
    await this.#syncing;
  }

  take(event: RoomChange): void {
    if (this.#waiting) this.#waiting.push(event);
    else if (this.#id !== null && !this.#accept(event)) void this.sync();
  }

  close(): void {
    this.#ended.abort();
  }

  async #sync(): Promise<void> {
    this.#waiting = [];
    for (let attempt = 0; !this.#ended.signal.aborted; attempt++) {
      try {
        await this.#pull();
        // Closed while the answer was on its way: whoever listened has nothing to be told of.
        if (this.#ended.signal.aborted) return;
        if (this.#takeWaiting()) return this.#ends.synced();
        attempt = 0;
      } catch (error) {
        if (!(error instanceof MeydanError)) throw error;
        const isOver = !isPassing(error);
        // Without a connection the next one begins anew.
        if (isOver || (isRefusal(error, 'network') && !this.#ends.isOnline())) {
          this.#waiting = null;
          if (isOver && !this.#ended.signal.aborted) this.#ends.lost(error);
          return;
        }
        await pause(waitMs(attempt, error), this.#ended.signal);
      }
    }
  }

  async #pull(): Promise<void> {
    for (;;) {
      if (!this.#ends.isOnline()) throw networkError();
      const opened = await this.#ends.ask(this.#since());
      if (this.#ended.signal.aborted) return;
      if (opened.reset) {
        this.#drop();
        continue;
      }
      const isFirst = this.#id === null;
      this.#id = opened.room.id;
      this.#ends.page(opened);
      if (isFirst) this.#begin(opened);
      else this.#catchUp(opened);
      this.#seq = Math.max(this.#seq, opened.seq);
      this.#liveSeq = 0;
      this.#liveTold.clear();
      if (isFirst || !opened.has_more) return;
    }
  }

  /** Of an entry that was told live perhaps not everything arrived: it is asked for once more. */
  #since(): { id: string; after_seq: number } | null {
    if (this.#id === null) return null;
    return { id: this.#id, after_seq: this.#liveSeq > 0 ? this.#liveSeq - 1 : this.#seq };
  }

  #drop(): void {
    this.#resetId = this.#id;
    this.#id = null;
    this.#seq = 0;
    this.#ends.reset();
  }

  #begin(opened: OpenedRoom): void {
    const isSame = this.#resetId === opened.room.id;
    this.#resetId = null;
    this.#ends.began(opened);
    if (isSame) for (const row of opened.messages) this.#tellRow(row);
    this.#rowSeq = Math.max(isSame ? this.#rowSeq : 0, opened.seq);
  }

  /** Rows and changes stand in two lists; together they are the log. */
  #catchUp({ messages, changes }: OpenedRoom): void {
    const entries = [
      ...messages.map((row) => ({ seq: row.seq, tell: () => this.#tellRow(row) })),
      ...(changes as unknown as RoomChange[])
        .filter(({ type }) => type !== 'message:new')
        .map((change) => ({ seq: change.seq, tell: () => this.#tellMissed(change) })),
    ];
    for (const { tell } of entries.sort((a, b) => a.seq - b.seq)) tell();
  }

  #tellRow(row: Row): void {
    if (row.seq <= this.#rowSeq) return;
    this.#rowSeq = row.seq;
    this.#ends.row(row);
  }

  #tellMissed(change: RoomChange): void {
    if (change.seq > this.#seq || (change.seq === this.#liveSeq && !this.#liveTold.has(nameOf(change)))) {
      this.#ends.change(change);
    }
  }

  /** True when every one had its place; the others are asked for. */
  #takeWaiting(): boolean {
    const waiting = this.#waiting ?? [];
    this.#waiting = [];
    const isWhole = waiting.every((event) => this.#accept(event));
    if (isWhole) this.#waiting = null;
    return isWhole;
  }

  /** False when something before it is missing. */
  #accept(event: RoomChange): boolean {
    if (event.prev_seq > this.#seq) return false;
    if (event.seq > this.#seq) {
      this.#seq = event.seq;
      this.#liveSeq = event.seq;
      this.#liveTold.clear();
    }
    // Neither news nor a part of the entry that is being told: a catch-up had it.
    if (event.seq !== this.#liveSeq || this.#liveTold.has(nameOf(event))) return true;
    this.#liveTold.add(nameOf(event));
    if (event.type === 'message:new') this.#tellRow(event.message);
    else this.#ends.change(event);
    return true;
  }
}

/** Tells apart the events of one entry. */
function nameOf(change: RoomChange): string {
  const { type, message_id, account_id, message, member } = change as Partial<Record<string, unknown>> & {
    message?: Row;
    member?: { account_id: string };
  };
  return [type, message_id ?? message?.id, account_id ?? member?.account_id].join(' ');
}
