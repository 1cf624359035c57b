/**
 * Follows the log of one room without a gap: opens it once, then applies its events. If `prev_seq` shows a gap, or
 * after a new connection, it requests the missing entries with `after_seq`, and holds back events that arrive between
 * the pages of the response until the last page. It emits every row and every change once, in the order of the log.
 */
import { pause, waitMs } from '../back-off.js';
import { isPassing, isRefusal, MeydanError, networkError } from '../errors.js';
import type { OpenedRoom, RoomChange, Row } from '../wire.js';
import { eventOf, Position } from './position.js';

/** The position up to which a room is known. A program that stores it can resume after a restart. */
export interface Place {
  id: string;
  seq: number;
  /** The epoch of the server's store. A restore of the store changes it, and makes the position void. */
  epoch?: string;
  /** The events of the entry `seq` that were emitted; absent if all were. */
  told?: string[];
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
  readonly #position: Position;
  #epoch: string | null;
  /** The newest row that was emitted. It outlives a reset, so that no row is emitted twice. */
  #rowSeq: number;
  #resetId: string | null = null;
  #waiting: RoomChange[] | null = null;
  #syncing: Promise<void> | null = null;
  /** A catch-up has begun and did not come to its end. */
  #isBehind = false;

  constructor(ends: FollowerEnds, place: Place | null) {
    this.#ends = ends;
    this.#id = place?.id ?? null;
    this.#position = new Position(place?.seq ?? 0, place?.told ?? []);
    this.#epoch = place?.epoch ?? null;
    this.#rowSeq = this.#position.newestRow;
  }

  get place(): Place | null {
    if (this.#id === null) return null;
    const { seq, told } = this.#position;
    return { id: this.#id, seq, ...(this.#epoch !== null && { epoch: this.#epoch }), ...(told && { told }) };
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

  /** What is held is not what the reader may see now: begins at the newest rows. */
  async restart(): Promise<void> {
    await this.settled();
    if (this.#ended.signal.aborted) return;
    if (this.#id !== null) this.#drop();
    if (this.#ends.isOnline()) await this.sync();
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
      this.#position.moveTo(Math.max(this.#position.seq, opened.seq));
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

  #since(): { id: string; after_seq: number } | null {
    if (this.#id === null) return null;
    return { id: this.#id, after_seq: this.#position.after };
  }

  #drop(): void {
    this.#resetId = this.#id;
    this.#id = null;
    this.#position.moveTo(0);
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
    const missed = changes.filter((change) => this.#position.isNew(change));
    const events = [...messages.filter(({ seq }) => seq > this.#rowSeq).map(eventOf), ...missed];
    for (const event of events.sort((a, b) => a.seq - b.seq)) this.#tell(event);
  }

  #tell(event: RoomChange): void {
    this.#position.advance(event);
    if (event.type === 'message:new') this.#tellRow(event.message);
    else this.#ends.change(event);
  }

  #tellRow(row: Row): void {
    if (row.seq <= this.#rowSeq) return;
    this.#rowSeq = row.seq;
    this.#ends.row(row);
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
    if (event.prev_seq > this.#position.seq) return false;
    // Beside the log (`message:read`): it has the place of the newest entry, and no catch-up repeats it.
    if (event.seq === event.prev_seq) this.#ends.change(event);
    // Neither a new entry nor a part of the current one: a catch-up has already applied it.
    else if (this.#position.isNew(event)) this.#tell(event);
    return true;
  }
}
