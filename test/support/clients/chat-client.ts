import { io, type Socket } from 'socket.io-client';
import type { Acknowledged, LogRow, Reading } from '../rooms/history.js';
import { holdToDocument } from './event-validation.js';

const ACK_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 100;
const SAID_WITHIN_MS = 60_000;
const passing = new Set(['network', 'overloaded', 'unavailable', 'rate_limited']);

interface WireMessage {
  id: string;
  seq: number;
  kind: string;
  client_id: string | null;
  body: string;
}

interface WireError {
  code: string;
  message: string;
  retry_after_ms?: number;
}

interface Opened {
  room: { id: string };
  messages: WireMessage[];
  seq: number;
  has_more: boolean;
  reset: boolean;
}

type Ack<T> = ({ ok: true } & T) | { ok: false; error: WireError };

/** What this person holds of one room. */
interface Held {
  id: string | null;
  seq: number;
  isOpening: boolean;
  /** Events that came between the pages of a catch-up. */
  waiting: RoomEvent[];
  reading: Reading;
}

interface RoomEvent {
  type: string;
  room: string;
  seq: number;
  prev_seq: number;
  message?: WireMessage;
}

export interface ChatClientOptions {
  url: string;
  name: string;
  token: string;
  rooms: string[];
}

/** One person on the official client: follows rooms completely, sends until acknowledged, keeps a record of both. */
export class ChatClient {
  readonly acknowledged = new Map<string, Acknowledged[]>();
  readonly #options: ChatClientOptions;
  readonly #socket: Socket;
  readonly #held = new Map<string, Held>();

  constructor(options: ChatClientOptions) {
    this.#options = options;
    for (const room of options.rooms) {
      this.#held.set(room, {
        id: null,
        seq: 0,
        isOpening: false,
        waiting: [],
        reading: { reader: options.name, rows: [], holes: [] },
      });
      this.acknowledged.set(room, []);
    }
    this.#socket = io(options.url, {
      auth: { token: options.token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 400,
    });
    holdToDocument(this.#socket);
    this.#listen();
  }

  readingOf = (room: string): Reading => this.#heldOf(room).reading;
  /** True once everything that was there on arrival has been read. */
  isIn = (room: string): boolean => this.#heldOf(room).id !== null;
  heldSeq = (room: string): number => this.#heldOf(room).seq;

  close(): void {
    this.#socket.off();
    this.#socket.disconnect();
  }

  /** Sends until there is an answer, and records it; a refusal that does not pass is thrown. */
  async say(room: string, clientId: string, body: string): Promise<void> {
    const sentAt = performance.now();
    let wasRefused = false;
    for (;;) {
      const ack = await this.#ask<{ message: WireMessage }>('message:new', { room, client_id: clientId, body });
      if (ack.ok) {
        const { id, seq } = ack.message;
        const times = { sentAt, ackedAt: performance.now() };
        this.acknowledged
          .get(room)
          ?.push({ ...times, clientId, sender: this.#options.name, id, seq, body, wasRefused });
        return;
      }
      const isLate = performance.now() - sentAt > SAID_WITHIN_MS;
      if (isLate || !passing.has(ack.error.code)) throw new Error(`${clientId} is not said: ${ack.error.code}`);
      wasRefused = true;
      await wait(ack.error.retry_after_ms ?? AGAIN_AFTER_MS);
    }
  }

  #heldOf(room: string): Held {
    const held = this.#held.get(room);
    if (!held) throw new Error(`${this.#options.name} does not follow ${room}`);
    return held;
  }

  #listen(): void {
    this.#socket.on('ready', () => {
      for (const room of this.#held.keys()) void this.#open(room);
    });
    const reconnect = () => {
      if (!this.#socket.active) setTimeout(() => this.#socket.connect(), AGAIN_AFTER_MS);
    };
    this.#socket.on('connect_error', reconnect);
    this.#socket.on('disconnect', reconnect);
    this.#socket.onAny((type: string, event: Partial<RoomEvent> | undefined) => {
      if (typeof event?.prev_seq === 'number') this.#take({ ...(event as RoomEvent), type });
    });
  }

  /** What comes after the last page has to follow it without a gap; what came before it is in the pages. */
  async #open(room: string): Promise<void> {
    const held = this.#heldOf(room);
    if (held.isOpening) return;
    held.isOpening = true;
    held.waiting = [];
    const isComplete = await this.#openPages(room, held);
    held.isOpening = false;
    if (isComplete) for (const event of held.waiting) this.#take(event);
  }

  /** False when the connection went: the next `ready` opens again. An answer that is late is asked for again. */
  async #openPages(room: string, held: Held): Promise<boolean> {
    for (;;) {
      const since = held.id === null ? {} : { id: held.id, after_seq: held.seq };
      const ack = await this.#ask<Opened>('room:open', { room, limit: 200, ...since });
      if (ack.ok) {
        if (ack.reset) throw new Error(`${room} was reset for ${this.#options.name}`);
        const isLast = held.id === null || !ack.has_more;
        this.#takeOpened(held, ack);
        if (isLast) return true;
      } else {
        if (!this.#socket.connected) return false;
        await wait(ack.error.retry_after_ms ?? AGAIN_AFTER_MS);
      }
    }
  }

  #takeOpened(held: Held, opened: Opened): void {
    for (const message of opened.messages) this.#see(held, message);
    held.id = opened.room.id;
    held.seq = Math.max(held.seq, opened.seq);
  }

  #take(event: RoomEvent): void {
    const held = this.#heldOf(event.room);
    if (held.isOpening) {
      held.waiting.push(event);
      return;
    }
    if (event.seq <= held.seq) return;
    if (event.prev_seq > held.seq) held.reading.holes.push({ held: held.seq, prevSeq: event.prev_seq });
    if (event.type === 'message:new' && event.message) this.#see(held, event.message);
    held.seq = event.seq;
  }

  #see(held: Held, { id, seq, kind, client_id, body }: WireMessage): void {
    if (kind === 'text') held.reading.rows.push({ id, seq, clientId: client_id, body } satisfies LogRow);
  }

  async #ask<T>(operation: string, payload: object): Promise<Ack<T>> {
    if (!this.#socket.connected) return noAnswer;
    try {
      return (await this.#socket.timeout(ACK_WITHIN_MS).emitWithAck(operation, payload)) as Ack<T>;
    } catch {
      // The library says only that there was no answer in time: the outcome is unknown, and the caller asks again.
      return noAnswer;
    }
  }
}

const noAnswer = { ok: false, error: { code: 'network', message: 'no answer' } } as const;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
