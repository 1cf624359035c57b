/** One connection to one node with the official client. It never comes back by itself: its owner opens another. */
import { io, type Socket } from 'socket.io-client';
import { holdToDocument } from '../../support/clients/event-validation.js';

export interface WireError {
  code: string;
  retry_after_ms?: number;
}

export type Ack<T> = ({ ok: true } & T) | { ok: false; error: WireError };

export type Silence = 'connection broke' | 'no answer in time';

export interface RoomEvent {
  type: string;
  room: string;
  seq: number;
  prev_seq: number;
  message?: WireMessage;
}

export interface WireMessage {
  id: string;
  seq: number;
  kind: string;
  client_id: string | null;
  body: string;
}

export interface LineEvents {
  event(line: Line, event: RoomEvent): void;
  gone(line: Line, room: string): void;
  draining(line: Line): void;
  /** Also when it never came to be. */
  lost(line: Line): void;
}

const READY_WITHIN_MS = 5_000;
const ACK_WITHIN_MS = 5_000;

export class Line {
  readonly url: string;
  /** By room: the newest event that came over this connection. */
  readonly newest = new Map<string, number>();
  readonly #socket: Socket;
  readonly #events: LineEvents;
  #underWay = 0;
  #isOver = false;

  constructor(url: string, token: string, events: LineEvents) {
    this.url = url;
    this.#events = events;
    this.#socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
    holdToDocument(this.#socket);
    this.#socket.on('connect_error', () => this.#end());
    this.#socket.on('disconnect', () => this.#end());
    this.#socket.on('server:draining', () => events.draining(this));
    this.#socket.on('room:gone', ({ room }: { room: string }) => events.gone(this, room));
    this.#socket.onAny((type: string, event: Partial<RoomEvent> | undefined) => {
      if (typeof event?.prev_seq === 'number') events.event(this, { ...(event as RoomEvent), type });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** False when it could not be opened; it is over then. */
  async ready(): Promise<boolean> {
    const isReady = await Promise.race([
      new Promise<boolean>((resolve) => this.#socket.once('ready', () => resolve(true))),
      new Promise<boolean>((resolve) => this.#socket.once('connect_error', () => resolve(false))),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_WITHIN_MS)),
    ]);
    if (!isReady) this.close();
    return isReady;
  }

  /** A word for why when no answer came: the outcome is unknown. */
  async ask<T>(operation: string, payload: object): Promise<Ack<T> | Silence> {
    if (this.#isOver) return 'connection broke';
    this.#underWay += 1;
    try {
      return (await this.#socket.timeout(ACK_WITHIN_MS).emitWithAck(operation, payload)) as Ack<T>;
    } catch {
      if (this.#isOver) return 'connection broke';
      // Whoever gets no answer tries another node.
      this.close();
      return 'no answer in time';
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Once what is under way has been answered. */
  async closeGently(): Promise<void> {
    while (this.#underWay > 0 && !this.#isOver) await new Promise((resolve) => setTimeout(resolve, 20));
    this.close();
  }

  close(): void {
    this.#socket.disconnect();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.lost(this);
  }
}
