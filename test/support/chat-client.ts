import { io, type Socket } from 'socket.io-client';
import type { Acknowledged, LogRow, Reading } from './history.js';

const ACK_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 100;
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
  reading: Reading;
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
    this.#listen();
  }

  readingOf = (room: string): Reading => this.#heldOf(room).reading;
  heldSeq = (room: string): number => this.#heldOf(room).seq;
  close = (): void => void this.#socket.disconnect();

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
      if (!passing.has(ack.error.code)) throw new Error(`${this.#options.name}: ${ack.error.code}`);
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
    this.#socket.onAny(
      (type: string, event: { room?: string; seq: number; prev_seq?: number; message?: WireMessage }) => {
        if (typeof event?.prev_seq === 'number' && event.room)
          this.#take(event.room, type, { ...event, prevSeq: event.prev_seq });
      },
    );
  }

  /** No event may overtake the answer of `room:open`: from then on the events have to follow each other without a gap. */
  async #open(room: string): Promise<void> {
    const held = this.#heldOf(room);
    if (held.isOpening) return;
    held.isOpening = true;
    try {
      for (;;) {
        const since = held.id === null ? { limit: 200 } : { id: held.id, after_seq: held.seq, limit: 200 };
        const ack = await this.#ask<Opened>('room:open', { room, ...since });
        if (!ack.ok) {
          // Without a connection the next `ready` opens again.
          if (ack.error.code === 'network') return;
          await wait(ack.error.retry_after_ms ?? AGAIN_AFTER_MS);
          continue;
        }
        if (ack.reset) throw new Error(`${room} was reset for ${this.#options.name}`);
        this.#takeOpened(held, ack);
        if (!(ack.has_more && since.after_seq !== undefined)) return;
      }
    } finally {
      held.isOpening = false;
    }
  }

  #takeOpened(held: Held, opened: Opened): void {
    for (const message of opened.messages) this.#see(held, message);
    held.id = opened.room.id;
    held.seq = Math.max(held.seq, opened.seq);
  }

  #take(room: string, type: string, event: { seq: number; prevSeq: number; message?: WireMessage }): void {
    const held = this.#heldOf(room);
    if (event.seq <= held.seq) return;
    if (event.prevSeq > held.seq) held.reading.holes.push({ held: held.seq, prevSeq: event.prevSeq });
    if (type === 'message:new' && event.message) this.#see(held, event.message);
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
