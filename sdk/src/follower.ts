/**
 * Follows the log of one room without a gap: opens it once, then applies its events. If `prev_seq` shows a gap, or
 * after a new connection, it requests the missing entries with `after_seq`, and holds back events that arrive between
 * the pages of the response until the last page. It emits every row and every change once, in the order of the log.
 */
import { pause, waitMs } from './back-off.js';
import { isPassing, isRefusal, MeydanError, networkError } from './errors.js';
import type { OpenedRoom, RoomChange, Row } from './wire.js';

/** The position up to which a room is known. A program that stores it can resume after a restart. */
export interface Place {
  id: string;
  seq: number;
  /** The epoch of the server's store. A restore of the store changes it, and makes the position void. */
  epoch?: string;
}

export interface FollowerEnds {
  ask(since: { id: string; after_seq: number } | null): Promise<OpenedRoom>;
  isOnline(): boolean;
  epoch(): string | null;
  /** The newest rows, if no rows were held before. */
  began(opened: OpenedRoom): void;
  /** Each page of a response, before its rows and changes. */
  page(opened: OpenedRoom): void;
  row(row: Row): void;
  change(change: RoomChange): void;
  /** The held rows are no longer valid. */
  reset(): void;
  synced(): void;
  lost(error: MeydanError): void;
}

export class Follower {
  readonly #ends: FollowerEnds;
  readonly #ended = new AbortController();
  #id: string | null;
  #seq: number;
  #epoch: string | null;
  /** The newest row that was emitted. It outlives a reset, so that no row is emitted twice. */
  #rowSeq: number;
  /** The entry whose live events are arriving. They arrive separately, and the connection may be lost between them. */
  #liveSeq = 0;
  readonly #liveTold = new Set<string>();
  #resetId: string | null = null;
  #waiting: RoomChange[] | null = null;
  #syncing: Promise<void> | null = null;
  /** A catch-up has begun and did not come to its end. */
  #isBehind = false;

  constructor(ends: FollowerEnds, place: Place | null) {
    this.#ends = ends;
    this.#id = place?.id ?? null;
    this.#seq = place?.seq ?? 0;
    this.#epoch = place?.epoch ?? null;
    this.#rowSeq = this.#seq;
  }

  get place(): Place | null {
    if (this.#id === null) return null;
    return { id: this.#id, seq: this.#seq, ...(this.#epoch !== null && { epoch: this.#epoch }) };
  }

  /** No catch-up is running or needed. */
  get isSynced(): boolean {
    return this.#id !== null && !this.#isBehind;
  }

  /** Opens the room, or requests the missing entries. Calls during a catch-up share it. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  /** Resolves when the running catch-up has ended. */
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

  /** Calls the listener at once if the follower is closed already. */
  onEnd(listener: () => void): () => void {
    const { signal } = this.#ended;
    if (signal.aborted) listener();
    signal.addEventListener('abort', listener);
    return () => signal.removeEventListener('abort', listener);
  }

  async #sync(): Promise<void> {
    this.#waiting = [];
    this.#isBehind = true;
    for (let attempt = 0; !this.#ended.signal.aborted; attempt++) {
      try {
        await this.#pull();
        // The room was closed during the request: its listeners get no more events.
        if (this.#ended.signal.aborted) return;
        this.#isBehind = !this.#takeWaiting();
        if (!this.#isBehind) return this.#ends.synced();
        attempt = 0;
      } catch (error) {
        if (!(error instanceof MeydanError)) throw error;
        // If the connection is lost, or is about to end with a suspension, the next one starts the catch-up again.
        const isPaused = isRefusal(error, 'account_suspended');
        const isOver = !isPaused && !isPassing(error);
        if (isOver || isPaused || (isRefusal(error, 'network') && !this.#ends.isOnline())) {
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
      this.#checkEpoch();
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

  /** What was held of another epoch may not exist, and the numbers of its entries may mean others now. */
  #checkEpoch(): void {
    const epoch = this.#ends.epoch();
    if (this.#id !== null && epoch !== null && this.#epoch !== null && epoch !== this.#epoch) {
      this.#drop();
      this.#resetId = null;
      this.#rowSeq = 0;
    }
    this.#epoch = epoch;
  }

  /** Some events of the last live entry may be missing, so the entry is requested again. */
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

  /** Rows and changes arrive in two lists; merged by `seq` they are the log. */
  #catchUp({ messages, changes }: OpenedRoom): void {
    const entries = [
      ...messages.map((row) => ({ seq: row.seq, tell: () => this.#tellRow(row) })),
      ...changes.map((change) => ({ seq: change.seq, tell: () => this.#tellMissed(change) })),
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

  /** True if every held event could be applied; missing entries are requested. */
  #takeWaiting(): boolean {
    const waiting = this.#waiting ?? [];
    this.#waiting = [];
    const isWhole = waiting.every((event) => this.#accept(event));
    if (isWhole) this.#waiting = null;
    return isWhole;
  }

  /** False if an earlier entry is missing. */
  #accept(event: RoomChange): boolean {
    if (event.prev_seq > this.#seq) return false;
    if (event.seq > this.#seq) {
      this.#seq = event.seq;
      this.#liveSeq = event.seq;
      this.#liveTold.clear();
    }
    // Neither a new entry nor a part of the current one: a catch-up has already applied it.
    if (event.seq !== this.#liveSeq || this.#liveTold.has(nameOf(event))) return true;
    this.#liveTold.add(nameOf(event));
    if (event.type === 'message:new') this.#tellRow(event.message);
    else this.#ends.change(event);
    return true;
  }
}

/** Identifies an event within its entry. */
function nameOf(change: RoomChange): string {
  const { type, message_id, account_id, message, member } = change as Partial<Record<string, unknown>> & {
    message?: Row;
    member?: { account_id: string };
  };
  return [type, message_id ?? message?.id, account_id ?? member?.account_id].join(' ');
}
