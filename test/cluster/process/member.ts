/** One person with an app: follows rooms over one connection at a time, at whichever node, and sends until answered. */
import { poll } from '../../support/time/poll.js';
import type { Reading, Row } from '../history/history.js';
import { type Balancer, pause } from './balancer.js';
import type { Recorder } from './recorder.js';
import { type Ack, Line, type LineEvents, type RoomEvent, type Silence, type WireMessage } from './socket-client.js';

export interface MemberOptions {
  balancer: Balancer;
  recorder: Recorder;
  name: string;
  token: string;
  rooms: readonly string[];
  /** Is a member of its rooms throughout. */
  isWhole: boolean;
}

interface Opened {
  room: { id: string };
  messages: WireMessage[];
  seq: number;
  has_more: boolean;
  reset: boolean;
}

interface Held {
  id: string | null;
  seq: number;
  opening: Line | null;
  /** Events that came between the pages of a catch-up. */
  waiting: RoomEvent[];
  reading: Reading;
}

const AGAIN_AFTER_MS = 100;
const GIVE_UP_AFTER_MS = 90_000;
const passing = new Set(['overloaded', 'unavailable', 'internal_error']);

export class Member implements LineEvents {
  readonly name: string;
  readonly #options: MemberOptions;
  readonly #held = new Map<string, Held>();
  #line: Line | null = null;
  #isMoving = false;
  #isClosed = false;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.name = options.name;
    for (const room of options.rooms) {
      const reading = options.recorder.reading(options.name, room, options.isWhole);
      this.#held.set(room, { id: null, seq: 0, opening: null, waiting: [], reading });
    }
    void this.#move();
  }

  get rooms(): readonly string[] {
    return this.#options.rooms;
  }

  isIn = (room: string): boolean => this.#held.get(room)?.id != null;
  heldSeq = (room: string): number => this.#held.get(room)?.seq ?? 0;

  close(): void {
    this.#isClosed = true;
    this.#line?.close();
  }

  /** Sends until it is known what became of it. */
  async post(room: string, clientId: string, body: string): Promise<void> {
    const { recorder } = this.#options;
    const sentAt = recorder.now();
    const post = { room, by: this.name, clientId, body, sentAt, id: null, seq: null };
    for (let wasUnanswered = false; ; ) {
      const line = await this.#current();
      const at = recorder.now();
      const ack = await line.ask<{ message: WireMessage }>('message:new', { room, client_id: clientId, body });
      const endedAt = recorder.now();
      const failure = failureOf(ack);
      recorder.called('message:new', at, failure);
      if (isAck(ack) && ack.ok) {
        const { id, seq } = ack.message;
        return recorder.posted({ ...post, endedAt, outcome: 'acknowledged', wasUnanswered, id, seq });
      }
      if (failure === null) return recorder.posted({ ...post, endedAt, outcome: 'refused', wasUnanswered });
      wasUnanswered = true;
      if (endedAt - sentAt > GIVE_UP_AFTER_MS)
        return recorder.posted({ ...post, endedAt, outcome: 'unknown', wasUnanswered });
      await pause(retryAfterMs(ack));
    }
  }

  /** Comes back into a room it had to leave. */
  async open(room: string): Promise<void> {
    const line = this.#line;
    if (line) await this.#open(line, room);
  }

  event(line: Line, event: RoomEvent): void {
    const newest = line.newest.get(event.room) ?? 0;
    const held = this.#held.get(event.room);
    if (event.seq < newest) held?.reading.disorders.push({ seq: event.seq, after: newest });
    line.newest.set(event.room, Math.max(newest, event.seq));
    if (held && line === this.#line) this.#take(line, held, event);
  }

  gone(line: Line, room: string): void {
    const held = this.#held.get(room);
    if (line === this.#line && held) held.id = null;
  }

  /** What is under way is still answered; what comes next goes elsewhere. */
  draining(line: Line): void {
    if (line !== this.#line) return;
    this.#line = null;
    void line.closeGently();
    void this.#move(line.url);
  }

  lost(line: Line): void {
    if (line === this.#line) {
      this.#line = null;
      void this.#move(line.url);
    }
  }

  #current(): Promise<Line> {
    return poll(() => this.#line, { until: `${this.name} is connected`, withinMs: GIVE_UP_AFTER_MS });
  }

  async #move(from?: string): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      for (let url = from; !this.#isClosed; await pause(AGAIN_AFTER_MS)) {
        url = await this.#options.balancer.pick(url);
        const line = new Line(url, this.#options.token, this);
        if (!(await line.ready()) || line.isOver) continue;
        this.#line = line;
        for (const room of this.#held.keys()) void this.#open(line, room);
        return;
      }
    } finally {
      this.#isMoving = false;
    }
  }

  async #open(line: Line, room: string): Promise<void> {
    const held = this.#held.get(room) as Held;
    if (held.opening === line) return;
    held.opening = line;
    held.waiting = [];
    const isComplete = await this.#openPages(line, room, held);
    if (held.opening !== line) return;
    held.opening = null;
    if (isComplete) for (const event of held.waiting) this.#take(line, held, event);
  }

  /** False when the connection went, or the room is closed to it. */
  async #openPages(line: Line, room: string, held: Held): Promise<boolean> {
    while (line === this.#line) {
      const askedAt = this.#options.recorder.now();
      const since = held.id === null ? {} : { id: held.id, after_seq: held.seq };
      const ack = await line.ask<Opened>('room:open', { room, limit: 200, ...since });
      if (!isAck(ack) || line !== this.#line) return false;
      if (ack.ok) {
        if (ack.reset) this.#reset(held);
        else if (this.#takeOpened(room, held, ack, askedAt)) return true;
      } else {
        if (!passing.has(ack.error.code)) return false;
        await pause(retryAfterMs(ack));
      }
    }
    return false;
  }

  /** Whoever was a member throughout holds nothing that the room does not have. */
  #reset(held: Held): void {
    if (this.#options.isWhole) held.reading.holes.push({ held: held.seq, prevSeq: -1 });
    held.id = null;
  }

  #takeOpened(room: string, held: Held, opened: Opened, askedAt: number): boolean {
    const { recorder } = this.#options;
    const isFirst = held.id === null;
    for (const message of opened.messages) if (message.seq > held.seq || !isFirst) this.#see(held, message);
    held.id = opened.room.id;
    held.seq = Math.max(held.seq, opened.seq);
    const isComplete = isFirst || !opened.has_more;
    if (isComplete) recorder.read({ reader: this.name, room, askedAt, answeredAt: recorder.now(), seq: opened.seq });
    return isComplete;
  }

  #take(line: Line, held: Held, event: RoomEvent): void {
    if (held.opening) {
      held.waiting.push(event);
      return;
    }
    if (event.seq <= held.seq) return;
    if (event.prev_seq > held.seq) {
      held.reading.holes.push({ held: held.seq, prevSeq: event.prev_seq });
      void this.#open(line, event.room);
      return;
    }
    if (event.type === 'message:new' && event.message) this.#see(held, event.message);
    held.seq = event.seq;
  }

  #see(held: Held, { id, seq, kind, client_id, body }: WireMessage): void {
    if (kind !== 'text') return;
    const row: Row = { id, seq, clientId: client_id, body };
    held.reading.rows.push({ ...row, at: this.#options.recorder.now() });
  }
}

const isAck = <T>(ack: Ack<T> | Silence): ack is Ack<T> => typeof ack !== 'string';

/** Null when it was answered, also with a refusal by rule. */
function failureOf(ack: Ack<unknown> | Silence): string | null {
  if (!isAck(ack)) return ack;
  return !ack.ok && passing.has(ack.error.code) ? ack.error.code : null;
}

const retryAfterMs = (ack: Ack<unknown> | Silence): number =>
  isAck(ack) && !ack.ok ? (ack.error.retry_after_ms ?? AGAIN_AFTER_MS) : AGAIN_AFTER_MS;
